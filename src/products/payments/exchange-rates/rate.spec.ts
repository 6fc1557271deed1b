import { describe, expect, it } from '@jest/globals';
import { isJump, PLN_RATE, plnValue } from './rate.js';

describe('the value in PLN', () => {
  it.each([
    [1001, '4.3653000000', 4370],
    [100, PLN_RATE, 100],
    [99_999_999, PLN_RATE, 99_999_999],
    [1, '0.5000000000', 1],
    [1, '0.4999999999', 0],
    [99_999_999, '99999.9999999999', 9_999_999_900_000],
  ])('of %d at %s is %d, rounded half up', (minor, rate, value) => expect(plnValue(minor, rate)).toBe(value));

  it.each(['4.3653', '', '4,3653000000', '-1.0000000000', '1e3', '4.36530000001', 'NaN'])('rejects the rate %p', (rate) => {
    expect(() => plnValue(100, rate)).toThrow(`Not a rate with 10 decimals: ${rate}`);
  });
});

describe('a change of a rate', () => {
  it.each([
    ['4.0000000000', '8.0000000000', false],
    ['4.0000000000', '8.0000000001', true],
    ['4.0000000000', '2.0000000000', false],
    ['4.0000000000', '1.9999999999', true],
    ['0.0000000001', '99999.9999999999', true],
    [PLN_RATE, PLN_RATE, false],
  ])('from %s to %s is a jump: %p', (previous, next, jump) => expect(isJump(previous, next)).toBe(jump));
});
