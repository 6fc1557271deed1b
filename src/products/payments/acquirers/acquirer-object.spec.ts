import { describe, expect, it } from '@jest/globals';
import { conflictOf } from './acquirer-object.js';

const AT = new Date('2026-03-10T12:01:00Z');

describe('a conflict', () => {
  it('is stored with the amount and the time of the status update', () => {
    const stored = { conflict: 'other_sum', conflictAt: AT };
    const money = { amountMinor: 5, currency: 'EUR' };
    expect(conflictOf('other_sum', money, AT)).toEqual({ ...stored, conflictMinor: 5, conflictCurrency: 'EUR' });
    expect(conflictOf('other_sum', null, AT)).toEqual({ ...stored, conflictMinor: null, conflictCurrency: null });
  });
});
