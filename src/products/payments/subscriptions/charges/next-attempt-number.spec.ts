import { describe, expect, it } from '@jest/globals';
import { nextAttemptNumber } from './next-attempt-number.js';

const now = new Date('2026-12-01T12:00:00Z');
const last = (number: number, period: number | null, isPaid = false, at = now) => ({ number, period, isPaid, at });
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);

describe('which try a charge is', () => {
  it.each([
    ['the first of all', null, 0, 0],
    ['after one that was paid', last(3, 0, true), 0, 0],
    ['after one that came to nothing', last(0, 2), 2, 1],
    ['the last of a period', last(8, 2), 2, 9],
    ['one too many', last(9, 2), 2, null],
    ['the first of the next period', last(9, 2), 3, 0],
    ['another one without periods', last(4, null), null, 5],
    ['one too many without periods', last(9, null, false, daysAgo(29.9)), null, null],
    ['long after the last one without periods', last(9, null, false, daysAgo(30)), null, 0],
  ])('is known of %s', (_, before, period, number) => expect(nextAttemptNumber(before, period, now)).toBe(number));
});
