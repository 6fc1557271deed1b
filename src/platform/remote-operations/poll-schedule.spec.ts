import { describe, expect, it } from '@jest/globals';
import { readEnvironment } from '../../runtime/config/environment.js';
import { PollSchedule, SLOW_POLL_COUNT } from './poll-schedule.js';

const SENT = new Date('2026-01-02T03:04:05Z');
const DAY_MINUTES = 24 * 60;
const after = (minutes: number): Date => new Date(SENT.getTime() + minutes * 60_000);
const scheduleFor = (timeoutMs: number): PollSchedule => new PollSchedule(readEnvironment({ CONNECTOR_TIMEOUT_MS: String(timeoutMs) }));

describe('the poll schedule', () => {
  it.each([100, 8_000, 60_000])('waits at least 5 s longer than a request that may take %d ms', (timeoutMs) => {
    const { againAfterMs } = scheduleFor(timeoutMs);
    expect(Math.min(...againAfterMs)).toBe(timeoutMs + 5_000);
  });

  it('waits longer as time passes: at last, an hour', () => {
    const { againAfterMs } = scheduleFor(8_000);
    const waits = [13, 15, 30, 60, 120, ...Array<number>(11).fill(300)].map((seconds) => seconds * 1_000);
    expect(againAfterMs).toEqual([...waits, 3_600_000]);
    expect(againAfterMs.slice(SLOW_POLL_COUNT)).toEqual([3_600_000]);
  });

  it('makes the first poll when a request that is sent now must have ended', () =>
    expect(scheduleFor(8_000).firstPollAt(SENT)).toEqual(new Date(SENT.getTime() + 13_000)));
});

describe('the outcome "not found"', () => {
  it.each([
    ['the provider was never known to have', null, 5],
    ['the provider had ten minutes after the request', after(10), DAY_MINUTES + 10],
    ['was changed by a process whose clock was behind', after(-75), DAY_MINUTES],
  ] as const)('is believed only after some time, for an operation that %s', (_, knownAt, minutes) =>
    expect(scheduleFor(8_000).notFoundBelievedFrom({ sentAt: SENT, knownAt })).toEqual(after(minutes)),
  );
});
