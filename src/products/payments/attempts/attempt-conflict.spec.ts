import { describe, expect, it } from '@jest/globals';
import { conflictOf, isLatest } from './attempt-conflict.js';

const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 10, 12, minute));

describe('a contradiction', () => {
  it('is kept with what was said, and when', () => {
    const kept = { contradiction: 'other_sum', contradictedAt: at(1) };
    expect(conflictOf('other_sum', { amountMinor: 5, currency: 'EUR' }, at(1))).toEqual({
      ...kept,
      saidMinor: 5,
      saidCurrency: 'EUR',
    });
    expect(conflictOf('other_sum', null, at(1))).toEqual({ ...kept, saidMinor: null, saidCurrency: null });
  });
});

describe('books settle it', () => {
  it.each<[string, Date, Date | null, boolean]>([
    ['asked after all that is on record', at(2), at(1), true],
    ['asked when nothing was contradicted', at(2), null, true],
    ['but not those asked before the attempt changed', at(0), null, false],
    ['nor those asked in that moment', at(1), null, false],
    ['nor those asked before the contradiction', at(2), at(3), false],
    ['nor those asked in the moment of the contradiction', at(2), at(2), false],
  ])('%s', (_, polledAt, contradictedAt, isSettled) => expect(isLatest({ updatedAt: at(1), contradictedAt }, polledAt)).toBe(isSettled));
});
