import { describe, expect, it } from '@jest/globals';
import { conflictOf, isNewerThanAttempt } from './attempt-conflict.js';

const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 10, 12, minute));

describe('a conflict', () => {
  it('is stored with the amount and the time of the status update', () => {
    const stored = { conflict: 'other_sum', conflictAt: at(1) };
    expect(conflictOf('other_sum', { amountMinor: 5, currency: 'EUR' }, at(1))).toEqual({
      ...stored,
      conflictMinor: 5,
      conflictCurrency: 'EUR',
    });
    expect(conflictOf('other_sum', null, at(1))).toEqual({ ...stored, conflictMinor: null, conflictCurrency: null });
  });
});

describe('a poll', () => {
  it.each<[string, Date, Date | null, boolean]>([
    ['is the latest if it began after the last change and after the conflict', at(2), at(1), true],
    ['is the latest if it began after the last change of an attempt without a conflict', at(2), null, true],
    ['is not the latest if it began before the last change', at(0), null, false],
    ['is not the latest if it began at the time of the last change', at(1), null, false],
    ['is not the latest if it began before the conflict', at(2), at(3), false],
    ['is not the latest if it began at the time of the conflict', at(2), at(2), false],
  ])('%s', (_, polledAt, conflictAt, expected) => expect(isNewerThanAttempt({ updatedAt: at(1), conflictAt }, polledAt)).toBe(expected));
});
