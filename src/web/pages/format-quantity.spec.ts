import { describe, expect, it } from '@jest/globals';
import { formatQuantity } from './format-quantity.js';

describe('a quantity formatted for payers', () => {
  it.each([
    [2, 'en', '2'],
    [1.5, 'en', '1.5'],
    [1.5, 'pl', '1,5'],
    [1.5, 'uk', '1,5'],
    [1.5, 'de', '1,5'],
    [1_234.5, 'pt-BR', '1.234,5'],
    [1_234_567.25, 'en', '1,234,567.25'],
    [1_234_567.25, 'pl', '1\u00a0234\u00a0567,25'],
    [1_234_567.25, 'uk', '1\u00a0234\u00a0567,25'],
    [0.30000000000000004, 'en', '0.3'],
    [0.000001, 'de', '0,000001'],
    [1e-7, 'en', '1E-7'],
    [5e-324, 'pl', '5E-324'],
    [999_999_999_999_999, 'en', '999,999,999,999,999'],
    [1.5e21, 'de', '1,5E21'],
    [Number.MAX_VALUE, 'en', '1.79769313486232E308'],
  ] as const)('%p in %s is %s', (quantity, locale, text) => expect(formatQuantity(quantity, locale)).toBe(text));
});
