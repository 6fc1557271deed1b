import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plnValue } from '../exchange-rates/rate.js';
import { deductionValue } from './deductions.js';

type Args = Parameters<typeof deductionValue>;
const payment = (amountMinor: number, plnMinor: number, minor = 0, otherPlnMinor = 0): [Args[0], Args[1]] => [
  { amountMinor, plnMinor },
  { minor, plnMinor: otherPlnMinor },
];

describe('the value of a deduction', () => {
  it.each([
    ['the full value for the full amount', payment(1_000, 4_365), 1_000, 4_365],
    ['its amount for a payment in PLN', payment(1_000, 1_000, 300, 300), 299, 299],
    ['rounded up from half a grosz', payment(2, 1), 1, 1],
    ['zero below half a grosz', payment(3, 1), 1, 0],
    ['the rest that earlier parts were rounded down by', payment(1_000, 4_365, 666, 2_907), 334, 1_458],
    ['zero when other parts took as much already', payment(3, 1, 1, 1), 1, 0],
    // Of six refunds of half a grosz each, those that took 0 grosz have failed.
    ['zero when other parts took more already', payment(6, 3, 3, 3), 1, 0],
    ['exact for the largest amounts', payment(99_999_999, 9_999_999_900_000, 1, 100_000), 99_999_998, 9_999_999_800_000],
  ])('is %s', (_, paid, partMinor, value) => expect(deductionValue(...paid, partMinor)).toBe(value));

  const rates = fc.oneof(
    fc.constant('1.0000000000'),
    fc.constantFrom('4.3653000000', '0.1764000000', '0.0101000000', '0.0000000001'),
    fc.bigInt(1n, 999_999_999_999_999n).map((scaled) => {
      const digits = String(scaled).padStart(11, '0');
      return `${digits.slice(0, -10)}.${digits.slice(-10)}`;
    }),
  );
  const steps = fc.array(fc.record({ part: fc.double({ min: 0, max: 1, noNaN: true }), failedIndex: fc.option(fc.nat()) }), {
    maxLength: 30,
  });

  it('adds up to the payment’s value for the whole amount, even with failures between, and never exceeds it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), rates, steps, (amountMinor, rate, parts) => {
        const plnMinor = plnValue(amountMinor, rate);
        const counted: { minor: number; value: number }[] = [];
        const sumOf = (key: 'minor' | 'value'): number => counted.reduce((sum, refund) => sum + refund[key], 0);
        const refund = (minor: number): void => {
          const value = deductionValue({ amountMinor, plnMinor }, { minor: sumOf('minor'), plnMinor: sumOf('value') }, minor);
          expect(value).toBeGreaterThanOrEqual(0);
          counted.push({ minor, value });
          expect(sumOf('value')).toBeLessThanOrEqual(plnMinor);
        };
        for (const { part, failedIndex } of parts) {
          const minor = Math.ceil(part * (amountMinor - sumOf('minor')));
          if (minor > 0) refund(minor);
          // Any of the counted refunds may fail. It does not count any more then.
          if (failedIndex !== null && counted.length > 0) counted.splice(failedIndex % counted.length, 1);
        }
        const left = amountMinor - sumOf('minor');
        if (left > 0) refund(left);
        expect(sumOf('minor')).toBe(amountMinor);
        expect(sumOf('value')).toBe(plnMinor);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is, without failures, the rounded cumulative value minus the one before', () => {
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
