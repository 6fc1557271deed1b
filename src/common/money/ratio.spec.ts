import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { timesRatioCeil, timesRatioHalfUp, HUNDRED_PERCENT_BP } from './ratio.js';

const minor = fc.integer({ min: 0, max: 100_000_000_000 });
const ratio = fc.record({ numerator: fc.integer({ min: 0, max: 20_000 }), denominator: fc.integer({ min: 1, max: 20_000 }) });

describe('the product of an amount and a ratio', () => {
  it.each([
    [1, 1, 2, 1, 1],
    [3, 1, 2, 2, 2],
    [1, 1, 3, 0, 1],
    [2, 1, 3, 1, 1],
    [100, 3000, HUNDRED_PERCENT_BP, 30, 30],
    [0, 3000, HUNDRED_PERCENT_BP, 0, 0],
    [20_000, HUNDRED_PERCENT_BP, 7000, 28_571, 28_572],
  ])('%p × %p / %p is %p half up and %p rounded up', (amount, numerator, denominator, halfUp, ceiling) => {
    expect(timesRatioHalfUp(amount, numerator, denominator)).toBe(halfUp);
    expect(timesRatioCeil(amount, numerator, denominator)).toBe(ceiling);
  });

  it('rounded half up is the nearest whole unit, and the upper unit when two are equally near', () => {
    fc.assert(
      fc.property(minor, ratio, (amount, { numerator, denominator }) => {
        const [exact, d] = [BigInt(amount) * BigInt(numerator), BigInt(denominator)];
        const twiceError = 2n * (BigInt(timesRatioHalfUp(amount, numerator, denominator)) * d - exact);
        expect(twiceError > -d && twiceError <= d).toBe(true);
      }),
    );
  });

  it('rounded up is the smallest whole unit that is not below the exact product', () => {
    fc.assert(
      fc.property(minor, ratio, (amount, { numerator, denominator }) => {
        const [exact, d] = [BigInt(amount) * BigInt(numerator), BigInt(denominator)];
        const excess = BigInt(timesRatioCeil(amount, numerator, denominator)) * d - exact;
        expect(excess >= 0n && excess < d).toBe(true);
      }),
    );
  });

  it('is the amount itself for 100 percent', () => {
    fc.assert(
      fc.property(
        minor,
        (amount) =>
          timesRatioHalfUp(amount, HUNDRED_PERCENT_BP, HUNDRED_PERCENT_BP) === amount &&
          timesRatioCeil(amount, HUNDRED_PERCENT_BP, HUNDRED_PERCENT_BP) === amount,
      ),
    );
  });

  it('keeps each unit where a double would lose one', () => {
    expect(timesRatioHalfUp(Number.MAX_SAFE_INTEGER, 9999, 9999)).toBe(Number.MAX_SAFE_INTEGER);
    expect(timesRatioHalfUp(9_007_199_254_740_991, 3, 7)).toBe(3_860_228_252_031_853);
  });

  it.each([
    [-1, 1, 2, '-1 × 1 / 2'],
    [1, -1, 2, '1 × -1 / 2'],
    [1, 1, 0, '1 × 1 / 0'],
    [1, 1, -2, '1 × 1 / -2'],
    [NaN, 1, 2, 'NaN × 1 / 2'],
    [0.5, 1, 2, '0.5'],
    [Number.MAX_SAFE_INTEGER, 2, 1, 'out of range: 18014398509481982'],
  ])('rejects %p × %p / %p', (amount, numerator, denominator, message) => {
    for (const multiply of [timesRatioHalfUp, timesRatioCeil]) {
      expect(() => multiply(amount, numerator, denominator)).toThrow(RangeError);
      expect(() => multiply(amount, numerator, denominator)).toThrow(message);
    }
  });
});
