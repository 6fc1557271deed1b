import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sharesOf } from './commission.js';

describe('the shares of a payment', () => {
  it.each([
    [10_000, 150, 0, 150],
    [1_230, 190, 25, 48],
    [333, 150, 0, 5],
    [100, 290, 100, 100],
    [0, 120, 0, 0],
  ])('of %d grosz, at %d bp plus %d grosz, are %d grosz for the gateway', (plnMinor, commissionBp, commissionFixedMinor, commission) => {
    expect(sharesOf(plnMinor, { commissionBp, commissionFixedMinor })).toEqual({
      commissionMinor: commission,
      partnerMinor: plnMinor - commission,
    });
  });

  it('add up to the payment, and neither is negative', () => {
    const [pln, bp, fixed] = [fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 9_900 }), fc.integer({ min: 0, max: 1e8 })];
    fc.assert(
      fc.property(pln, bp, fixed, (plnMinor, commissionBp, commissionFixedMinor) => {
        const { commissionMinor, partnerMinor } = sharesOf(plnMinor, { commissionBp, commissionFixedMinor });
        expect(commissionMinor + partnerMinor).toBe(plnMinor);
        expect(Math.min(commissionMinor, partnerMinor)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
