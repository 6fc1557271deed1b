import { describe, expect, it } from '@jest/globals';
import { PLN_RATE, plnValue } from './rate.js';

describe('the value in PLN', () => {
  it.each([
    [1001, '4.3653000000', 4370],
    [100, PLN_RATE, 100],
    [99_999_999, PLN_RATE, 99_999_999],
    [1, '0.5000000000', 1],
    [1, '0.4999999999', 0],
    [99_999_999, '99999.9999999999', 9_999_999_900_000],
  ])('of %d at %s is %d, half up', (minor, rate, value) => expect(plnValue(minor, rate)).toBe(value));

  it.each(['4.3653', '', '4,3653000000', '-1.0000000000', '1e3', '4.36530000001', 'NaN'])('is not taken from %p', (rate) => {
    expect(() => plnValue(100, rate)).toThrow(RangeError);
  });
});
