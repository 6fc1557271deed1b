import { describe, expect, it } from '@jest/globals';
import { readEnvironment } from '../../../runtime/config/environment.js';
import { AttemptPollSchedule } from './attempt-poll-schedule.js';

const STARTED = new Date('2026-01-02T03:04:05Z');
const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const after = (minutes: number, ms = 0): Date => new Date(STARTED.getTime() + minutes * MINUTE_MS + ms);
const schedule = new AttemptPollSchedule(readEnvironment({}));

describe('a poll that does not find an attempt', () => {
  it.each([
    ['was sent', 'sent', after(0), 5],
    ['was sent and was changed later', 'sent', after(3), 5],
    ['the acquirer had ten minutes ago', 'pending', after(10), DAY_MINUTES + 10],
    ['was abandoned by a process whose clock was behind', 'lapsed', after(-75), DAY_MINUTES],
  ] as const)('is believed only after some time, for an attempt that %s', (_, state, updatedAt, minutes) => {
    const attempt = { state, startedAt: STARTED, updatedAt };
    expect([after(minutes, -1), after(minutes)].map((polledAt) => schedule.isNotFoundDefinite(attempt, polledAt))).toEqual([false, true]);
  });
});

describe('the poll schedule', () => {
  it('waits longer between polls than a call may take, and never less than before', () => {
    const { againAfterMs } = new AttemptPollSchedule(readEnvironment({}));
    expect(againAfterMs.every((ms) => ms >= readEnvironment({}).connector.timeoutMs + 5_000)).toBe(true);
    expect(againAfterMs).toEqual([...againAfterMs].sort((a, b) => a - b));
    expect(againAfterMs.at(-1)).toBeGreaterThan(MINUTE_MS);
  });
});
