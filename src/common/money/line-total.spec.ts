import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lineTotal } from './line-total.js';

const price = fc.integer({ min: 1, max: 99_999_999 });
/** Every positive double, including the smallest and the largest. */
const quantity = fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true });

describe('the total of a cart line', () => {
  it.each([
    [0, 3, 0n],
    [999, 1, 999n],
    [999, 3, 2997n],
    [999, 1.5, 1499n], // 14.985
    [1, 0.5, 1n],
    [1, 0.49, 0n],
    [1, 0.4999999999999999, 1n], // rounded to 15 digits: 0.5
    [999, 1.4999999999999998, 1499n],
    [1, 0.499999999999999, 0n],
    [10, 0.30000000000000004, 3n],
    [5, 0.30000000000000004, 2n],
    [5, 0.3, 2n], // 1.5
    [5, 0.29999999999999993, 2n],
    [5, 0.299999999999999, 1n],
    [1, 1_234_567_890_123.4998, 1_234_567_890_123n],
    [99_999_999, 0.000001, 100n],
    [99_999_999, 1e-7, 10n],
    [99_999_999, 5e-324, 0n],
    [999, 1e21, 999n * 10n ** 21n],
    [999, 1.5e21, 9990n * 15n * 10n ** 19n],
    [99_999_999, 1.7976931348623157e308, 99_999_999n * 17_976_931_348_623_157n * 10n ** 292n],
  ])('of %p × %p is %p', (priceMinor, pieces, total) => expect(lineTotal(priceMinor, pieces)).toBe(total));

  it('is the product of the two decimals as written, rounded half up to a whole unit', () => {
    fc.assert(
      fc.property(price, fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.integer({ min: 0, max: 15 }), (priceMinor, digits, decimals) => {
        const [written, unit] = [Number(`${digits}e-${decimals}`), 10n ** BigInt(decimals)];
        const twiceError = 2n * (lineTotal(priceMinor, written) * unit - BigInt(priceMinor) * digits);
        expect(twiceError > -unit && twiceError <= unit).toBe(true);
      }),
    );
  });

  it('is the exact product of whole numbers', () => {
    fc.assert(
      fc.property(price, fc.maxSafeNat(), (priceMinor, pieces) => lineTotal(priceMinor, pieces) === BigInt(priceMinor) * BigInt(pieces)),
    );
  });

  it('exists for every positive number that a JSON parser can return', () => {
    fc.assert(fc.property(price, quantity, (priceMinor, pieces) => lineTotal(priceMinor, pieces) >= 0n));
  });

  it.each([-1, NaN, Infinity])('rejects a quantity of %p', (pieces) =>
    expect(() => lineTotal(1, pieces)).toThrow(new RangeError(`A cart line needs a price and a quantity of at least 0: 1 × ${pieces}`)),
  );
  it.each([-1, 0.5])('rejects a price of %p', (priceMinor) => expect(() => lineTotal(priceMinor, 1)).toThrow(RangeError));
});
