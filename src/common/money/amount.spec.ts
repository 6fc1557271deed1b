import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountToNumber, assertMinor, formatAmount, formatAmountShortest, MAX_AMOUNT_MINOR, parseAmount } from './amount.js';

const minor = fc.integer({ min: 0, max: 999_999_999_999_999 });

describe('parsing an amount', () => {
  it.each([
    [5, 500],
    [0.29, 29],
    [1.1, 110],
    [999_999.99, MAX_AMOUNT_MINOR],
    ['5.00', 500],
    ['12.3', 1230],
    ['0.05', 5],
    [0, 0],
    [-0, 0],
  ])('reads %p as %p minor units', (value, expected) => {
    expect(parseAmount(value)).toBe(expected);
  });

  it.each([
    0.001,
    1.005,
    1e21,
    1e308,
    1e-7,
    -1,
    NaN,
    Infinity,
    '',
    ' 1',
    '1 ',
    '1\n',
    '1.',
    '.5',
    '+1',
    '-1',
    '01',
    '00',
    '1,5',
    '1e2',
    '0x10',
    '1.234',
    '١',
    null,
    undefined,
    true,
    [5],
    { valueOf: () => 5 },
    5n,
  ])('rejects %p', (value) => {
    expect(parseAmount(value)).toBeNull();
  });

  it('rejects amounts above the safe integers', () => {
    expect(parseAmount('90071992547409.91')).toBe(Number.MAX_SAFE_INTEGER);
    expect(parseAmount('90071992547409.92')).toBeNull();
  });

  it('keeps each minor unit, as text or as a JSON number', () => {
    fc.assert(
      fc.property(minor, (amount) => {
        expect(parseAmount(formatAmount(amount))).toBe(amount);
        expect(parseAmount(formatAmountShortest(amount))).toBe(amount);
        expect(parseAmount(JSON.parse(JSON.stringify(amountToNumber(amount))))).toBe(amount);
      }),
    );
  });

  it('accepts a JSON number only if its decimal text has at most two decimals', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (value) => {
        const text = String(value);
        const plain = !text.includes('e') && (text.split('.')[1]?.length ?? 0) <= 2;
        expect(parseAmount(value) !== null).toBe(plain);
      }),
    );
  });

  it('returns a safe integer or null for every value', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const amount = parseAmount(value);
        expect(amount === null || Number.isSafeInteger(amount)).toBe(true);
      }),
    );
  });
});

describe('formatting an amount', () => {
  it.each([
    [0, '0.00', '0'],
    [5, '0.05', '0.05'],
    [10, '0.10', '0.1'],
    [500, '5.00', '5'],
    [1000, '10.00', '10'],
    [1230, '12.30', '12.3'],
    [1362, '13.62', '13.62'],
    [-5, '-0.05', '-0.05'],
    [-100_000, '-1000.00', '-1000'],
  ])('prints %p as %s and %s', (amount, twoDecimals, shortest) => {
    expect(formatAmount(amount)).toBe(twoDecimals);
    expect(formatAmountShortest(amount)).toBe(shortest);
  });

  it('prints in the short form the text that a program prints after parsing the JSON number', () => {
    fc.assert(fc.property(minor, (amount) => formatAmountShortest(amount) === String(amountToNumber(amount))));
  });

  it('rejects a number that is not whole minor units', () => {
    for (const wrong of [0.5, NaN, Infinity, 2 ** 53]) {
      expect(() => formatAmount(wrong)).toThrow(RangeError);
      expect(() => assertMinor(wrong)).toThrow(RangeError);
      expect(() => assertMinor(wrong)).toThrow(String(wrong));
    }
  });

  it('rejects an amount that no JSON number represents exactly', () => {
    expect(amountToNumber(999_999_999_999_999)).toBe(9_999_999_999_999.99);
    expect(() => amountToNumber(1e15)).toThrow(RangeError);
    expect(() => amountToNumber(-1e15)).toThrow(RangeError);
    expect(() => amountToNumber(1e15)).toThrow('1000000000000000');
  });
});
