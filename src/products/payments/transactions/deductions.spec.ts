import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plnValue } from '../currencies/rate.js';
import { deductionValue } from './deductions.js';

type Given = Parameters<typeof deductionValue>;
const payment = (amountMinor: number, plnMinor: number, minor = 0, otherPlnMinor = 0): [Given[0], Given[1]] => [
  { amountMinor, plnMinor },
  { minor, plnMinor: otherPlnMinor },
];

describe('what a part that goes back takes from the partner', () => {
  it.each([
    ['the whole of it', payment(1_000, 4_365), 1_000, 4_365],
    ['its sum, of a payment in PLN', payment(1_000, 1_000, 300, 300), 299, 299],
    ['half a grosz, up', payment(2, 1), 1, 1],
    ['less than half a grosz', payment(3, 1), 1, 0],
    ['what the parts before it were short of', payment(1_000, 4_365, 666, 2_907), 334, 1_458],
    ['nothing, where others took as much already', payment(3, 1, 1, 1), 1, 0],
    // Of six refunds of half a grosz those that took nothing have failed.
    ['nothing, where others took more already', payment(6, 3, 3, 3), 1, 0],
    ['the largest there is', payment(99_999_999, 9_999_999_900_000, 1, 100_000), 99_999_998, 9_999_999_800_000],
  ])('is %s', (_, paid, partMinor, value) => expect(deductionValue(...paid, partMinor)).toBe(value));

  const rates = fc.oneof(
    fc.constant('1.0000000000'),
    fc.constantFrom('4.3653000000', '0.1764000000', '0.0101000000', '0.0000000001'),
    fc.bigInt(1n, 999_999_999_999_999n).map((scaled) => {
      const digits = String(scaled).padStart(11, '0');
      return `${digits.slice(0, -10)}.${digits.slice(-10)}`;
    }),
  );
  const steps = fc.array(fc.record({ part: fc.double({ min: 0, max: 1, noNaN: true }), fails: fc.option(fc.nat()) }), {
    maxLength: 30,
  });

  it('sums up to the value of the payment when all is back, whatever failed between, and is never above it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), rates, steps, (amountMinor, rate, parts) => {
        const plnMinor = plnValue(amountMinor, rate);
        const living: { minor: number; value: number }[] = [];
        const sumOf = (key: 'minor' | 'value'): number => living.reduce((sum, refund) => sum + refund[key], 0);
        const refund = (minor: number): void => {
          const value = deductionValue({ amountMinor, plnMinor }, { minor: sumOf('minor'), plnMinor: sumOf('value') }, minor);
          expect(value).toBeGreaterThanOrEqual(0);
          living.push({ minor, value });
          expect(sumOf('value')).toBeLessThanOrEqual(plnMinor);
        };
        for (const { part, fails } of parts) {
          const minor = Math.ceil(part * (amountMinor - sumOf('minor')));
          if (minor > 0) refund(minor);
          // One that failed is as if it had never been, whichever it was.
          if (fails !== null && living.length > 0) living.splice(fails % living.length, 1);
        }
        const left = amountMinor - sumOf('minor');
        if (left > 0) refund(left);
        expect(sumOf('minor')).toBe(amountMinor);
        expect(sumOf('value')).toBe(plnMinor);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is, without failures, that of all refunded so far, half up, less that of all before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }),
        rates,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (amountMinor, rate, parts) => {
          const plnMinor = plnValue(amountMinor, rate);
          const halfUp = (cumulative: number): number =>
            Number((2n * BigInt(plnMinor) * BigInt(cumulative) + BigInt(amountMinor)) / (2n * BigInt(amountMinor)));
          let [refundMinor, refundPlnMinor] = [0, 0];
          for (const part of parts) {
            const minor = Math.floor(part * (amountMinor - refundMinor));
            const value = deductionValue({ amountMinor, plnMinor }, { minor: refundMinor, plnMinor: refundPlnMinor }, minor);
            [refundMinor, refundPlnMinor] = [refundMinor + minor, refundPlnMinor + value];
            expect(refundPlnMinor).toBe(halfUp(refundMinor));
          }
        },
      ),
    );
  });
});
