import { describe, expect, it } from '@jest/globals';
import { DEFAULT_RETRY_SCHEDULE, nextDelayMs, retryAfterMs } from './retry-schedule.js';

const delayAfter = (
  attemptsMade: number,
  retryAfter: number | null = null,
  random = 0.5,
  schedule: readonly number[] = DEFAULT_RETRY_SCHEDULE,
): number | null => nextDelayMs({ schedule, attemptsMade, retryAfterMs: retryAfter, random });

describe('the delay before the next attempt', () => {
  it('follows the default schedule and is null after the last attempt', () => {
    const seconds = Array.from({ length: 13 }, (_, index) => delayAfter(index + 1)).map((ms) => (ms === null ? null : ms / 1000));
    expect(seconds).toEqual([5, 30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 86_400, 86_400, null]);
    expect(DEFAULT_RETRY_SCHEDULE[0]).toBe(0);
  });

  it('has a jitter of plus or minus ten per cent', () => {
    expect([delayAfter(2, null, 0), delayAfter(2, null, 0.25), delayAfter(2, null, 1)]).toEqual([27_000, 28_500, 33_000]);
  });

  it('follows Retry-After up to twice the scheduled delay', () => {
    expect(delayAfter(2, 45_000)).toBe(45_000);
    expect(delayAfter(2, 3_600_000)).toBe(60_000);
    expect(delayAfter(2, 1_000)).toBe(30_000);
    expect(delayAfter(2, 0, 0)).toBe(27_000);
  });

  it('is null after the last attempt even with Retry-After', () => expect(delayAfter(13, 1_000)).toBeNull());

  it('follows the schedule of the service', () => {
    expect(delayAfter(1, null, 0.5, [0, 7])).toBe(7_000);
    expect(delayAfter(2, null, 0.5, [0, 7])).toBeNull();
    expect(delayAfter(1, null, 0.5, [0])).toBeNull();
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    ['', null],
    ['  ', null],
    ['999999999', 999_999_999_000],
    ['1000000000', null],
    [['7', '8'], 7_000],
    [[], null],
    [undefined, null],
  ])('%p means %p ms', (header, ms) => expect(retryAfterMs(header, now)).toBe(ms));
});
