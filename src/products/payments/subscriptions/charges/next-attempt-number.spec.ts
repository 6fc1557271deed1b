import { describe, expect, it } from '@jest/globals';
import { nextAttemptNumber } from './next-attempt-number.js';

const now = new Date('2026-12-01T12:00:00Z');
const last = (number: number, period: number | null, isPaid = false, at = now) => ({ number, period, isPaid, at });
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);

describe('the next attempt number of a charge', () => {
  it.each([
    ['is 0 for the first charge', null, 0, 0],
    ['is 0 after a paid charge', last(3, 0, true), 0, 0],
    ['is one more after a failed charge', last(0, 2), 2, 1],
    ['is 9 at most in a period', last(8, 2), 2, 9],
    ['is null after number 9 in the same period', last(9, 2), 2, null],
    ['is 0 in the next period', last(9, 2), 3, 0],
    ['is one more without periods', last(4, null), null, 5],
    ['is null within 30 days of number 9, without periods', last(9, null, false, daysAgo(29.9)), null, null],
    ['is 0 from 30 days after the last charge, without periods', last(9, null, false, daysAgo(30)), null, 0],
  ])('%s', (_, before, period, number) => expect(nextAttemptNumber(before, period, now)).toBe(number));
});
