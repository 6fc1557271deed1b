import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  amountToNumber,
  assertMinor,
  exactAmount,
  formatAmount,
  formatAmountShortest,
  MAX_AMOUNT_MINOR,
  parseAmount,
  parseWrittenAmount,
} from './amount.js';

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
    // as programs print them
    [0.1 + 0.2, 30],
    [39.97999999999999, 3998],
    [24.949999999999996, 2495],
    [0.3 - 0.1 - 0.2, 0],
    [1e-9, 0],
    [5e-324, 0],
    ['39.979999999999997', 3998],
    ['129.900000', 12_990],
    ['0.99999999999999', 100],
    ['39.97999999999999687361196265555918216705322265625', 3998],
    ['12.300000001', 1230],
    ['12.299999999', 1230],
  ])('reads %p as %p minor units', (value, expected) => {
    expect(parseAmount(value)).toBe(expected);
  });

  it.each([
    0.001,
    1.005,
    1e21,
    1e308,
    1e-7,
    2e-9,
    -2e-9,
    -1,
    39.98 + 1e-8,
    '12.3000000010000000001',
    '12.2999999989999999999',
    '12.305000',
    '-0.000',
    `1.${'0'.repeat(61)}`,
    `${'9'.repeat(17)}.00`,
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

  it('accepts a decimal if it is at most 1e-9 away from a whole minor unit, as text or as a JSON number', () => {
    const payable = fc.integer({ min: 0, max: MAX_AMOUNT_MINOR });
    /** In units of 1e-12. */
    const distance = fc.oneof(fc.integer({ min: -2_000, max: 2_000 }), fc.integer({ min: -4_999_999_999, max: 4_999_999_999 }));
    fc.assert(
      fc.property(payable, distance, (amount, away) => {
        const digits = BigInt(amount) * 10n ** 10n + BigInt(away);
        fc.pre(digits >= 0n);
        const text = `${digits / 10n ** 12n}.${String(digits % 10n ** 12n).padStart(12, '0')}`;
        const expected = Math.abs(away) <= 1_000 ? amount : null;
        expect(parseAmount(text)).toBe(expected);
        // The double of the text is up to 6e-11 away from it.
        if (Math.abs(Math.abs(away) - 1_000) > 100) expect(parseAmount(Number(text))).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads the result of a sum or a product in floating point as the amount that integers give', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 99 }),
        (prices, pieces) => {
          const sum = prices.reduce((total, price) => total + price / 100, 0);
          expect(parseAmount(sum)).toBe(prices.reduce((total, price) => total + price, 0));
          const [price = 1] = prices;
          expect(parseAmount((price / 100) * pieces)).toBe(price * pieces);
        },
      ),
    );
  });

  it('reads a double as any program prints it: with 15, 16 or 17 digits, or with all of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_AMOUNT_MINOR }), (amount) => {
        const value = amount / 100;
        for (const digits of [15, 16, 17]) expect(parseAmount(value.toPrecision(digits))).toBe(amount);
        expect(parseAmount(value.toFixed(60))).toBe(amount);
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

describe('parsing an amount that people may have written', () => {
  it.each([
    ['1000', 100_000],
    ['129.90', 12_990],
    ['129.9000', 12_990],
    ['39.979999999999997', 3998],
  ])('reads %p as %p minor units', (text, minor) => expect(parseWrittenAmount(text)).toBe(minor));

  it.each(['1.000', '129.900', '0.000', '1.005', '1,00'])('rejects %p', (text) => expect(parseWrittenAmount(text)).toBeNull());
});

describe('the exact amount of a number', () => {
  it.each([
    [39.97999999999999, 39.98],
    ['39.979999999999997', 39.98],
    ['129.900', 129.9],
    [999_999.9899999999, 999_999.99],
  ])('of %p is %p', (value, amount) => expect(exactAmount(value)).toBe(amount));

  it.each([1_000_000, 39.981, -1, NaN, '39.980000001000000001'])('does not exist for %p', (value) => expect(exactAmount(value)).toBeNull());
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
