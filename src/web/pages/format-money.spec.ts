import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LOCALES } from '../../common/locale.js';
import { formatMoney } from './format-money.js';

describe('money as payers read it', () => {
  it.each([
    [999, 'pl', '9,99\u00a0zł'],
    [999, 'en', 'PLN\u00a09.99'],
    [5, 'pl', '0,05\u00a0zł'],
    [1_234_567, 'en', 'PLN\u00a012,345.67'],
    [1_234_567, 'pl', '12\u00a0345,67\u00a0zł'],
    [0, 'en', 'PLN\u00a00.00'],
    [123_450, 'pl', '1234,50\u00a0zł'],
    [123_450, 'en', 'PLN\u00a01,234.50'],
    [123_450, 'uk', '1\u00a0234,50\u00a0PLN'],
    [123_450, 'de', '1.234,50\u00a0PLN'],
  ] as const)('%i in %s is "%s"', (minor, locale, text) => expect(formatMoney(minor, locale)).toBe(text));

  it('never loses or adds a grosz', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), fc.constantFrom(...LOCALES), (minor, locale) => {
        const digits = formatMoney(minor, locale).replace(/\D/g, '');
        expect(BigInt(digits)).toBe(BigInt(minor));
      }),
    );
  });

  it('refuses what is not a whole number of minor units', () => expect(() => formatMoney(1.5, 'en')).toThrow(RangeError));
});
