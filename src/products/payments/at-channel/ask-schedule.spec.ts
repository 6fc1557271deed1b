import { describe, expect, it } from '@jest/globals';
import { readEnvironment } from '../../../runtime/config/environment.js';
import { AttemptAskSchedule } from './ask-schedule.js';

const STARTED = new Date('2026-01-02T03:04:05Z');
const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const after = (minutes: number, ms = 0): Date => new Date(STARTED.getTime() + minutes * MINUTE_MS + ms);
const schedule = new AttemptAskSchedule(readEnvironment({}));

describe('that a channel does not know an attempt', () => {
  it.each([
    ['is sent', 'sent', after(0), 5],
    ['was sent, though its row was written since', 'sent', after(3), 5],
    ['it knew ten minutes ago', 'pending', after(10), DAY_MINUTES + 10],
    ['was given up by a process whose clock was behind', 'lapsed', after(-75), DAY_MINUTES],
  ] as const)('is believed of one that %s, from a moment on', (_, state, updatedAt, minutes) => {
    const attempt = { state, startedAt: STARTED, updatedAt };
    expect([after(minutes, -1), after(minutes)].map((askedAt) => schedule.notFoundIsBelieved(attempt, askedAt))).toEqual([false, true]);
  });
});
