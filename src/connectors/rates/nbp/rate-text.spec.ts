import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rateText } from './rate-text.js';

describe('an exchange rate', () => {
  it.each([
    ['4.3653', '4.3653000000'],
    ['5', '5.0000000000'],
    ['0.00025507', '0.0002550700'],
    ['2.5507E-4', '0.0002550700'],
    ['9.58e-05', '0.0000958000'],
    ['1.5E+3', '1500.0000000000'],
    ['0.0000000001', '0.0000000001'],
    ['99999.9999999999', '99999.9999999999'],
    ['1.00000000000', '1.0000000000'],
  ])('written as %s becomes %s', (number, rate) => expect(rateText(number)).toBe(rate));

  it.each(['0', '0.0', '0.00000000000', '-4.3', '0.00000000001', '100000', '1e5', '1e99', '4,3', '', ' 4.3', 'NaN', '.5', '4.', '0x10'])(
    'cannot be %p',
    (number) => expect(rateText(number)).toBeNull(),
  );

  it('keeps all ten decimals', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), (scaled) => {
        const text = `${scaled / 10n ** 10n}.${String(scaled % 10n ** 10n).padStart(10, '0')}`;
        return rateText(text) === text;
      }),
    );
  });
});
