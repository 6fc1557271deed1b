import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LOCALES } from '../../common/locale.js';
import { formatMoney } from './format-money.js';

describe('money formatted for payers', () => {
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
    [123_450, 'pt-BR', 'PLN\u00a01.234,50'],
  ] as const)('%i in %s is "%s"', (minor, locale, text) => expect(formatMoney(minor, locale)).toBe(text));

  it.each([
    ['pt-BR', 'R$\u00a01.234,56'],
    ['pl', '1234,56\u00a0R$'],
    ['de', '1.234,56\u00a0BRL'],
  ] as const)('shows Brazilian money in %s as "%s"', (locale, text) => expect(formatMoney(123_456, locale, 'BRL')).toBe(text));

  it('never loses or adds a grosz', () => {
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeNat(), fc.bigInt({ min: 0n, max: 10n ** 320n })), fc.constantFrom(...LOCALES), (minor, locale) => {
        const digits = formatMoney(minor, locale).replace(/\D/g, '');
        expect(BigInt(digits)).toBe(BigInt(minor));
      }),
    );
  });

  it.each([5n, 999n, 1_234_567n])('formats the BigInt %p like the number', (minor) => {
    for (const locale of LOCALES) expect(formatMoney(minor, locale, 'EUR')).toBe(formatMoney(Number(minor), locale, 'EUR'));
  });

  it('throws for a fraction of a minor unit', () => expect(() => formatMoney(1.5, 'en')).toThrow(RangeError));
});
