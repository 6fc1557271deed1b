import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { holdsCardNumber, withoutEmailAddresses } from './card-number.js';

const CARDS = ['4111111111111111', '5555555555554444', '378282246310005', '6011111111111117', '3530111333300000', '4222222222222'];

describe('a card number in a text', () => {
  it.each(CARDS)('%s is found, alone and between words', (card) => {
    expect(holdsCardNumber(card)).toBe(true);
    expect(holdsCardNumber(`my card ${card}, thanks`)).toBe(true);
  });

  it.each([
    '4111 1111 1111 1111',
    '4111 1111 1111 1111 12/27',
    '12 4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111.1111.1111.1111',
    '3782 822463 10005',
    '4111\u20131111\u20131111\u20131111',
    '4111/1111/1111/1111',
    '4111_1111_1111_1111',
    '4111\u22121111\u22121111\u22121111',
    '４１１１１１１１１１１１１１１１', // full-width
    '４１１１／１１１１＿１１１１－１１１１',
    '٤١١١١١١١١١١١١١١١', // Arabic
    '४१११ ११११ ११११ ११११', // Devanagari
    '𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏', // of mathematics
    '④①①①①①①①①①①①①①①①',
    '4️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣',
    '4111\u200b1111\u200d1111\ufeff1111', // zero-width
    '4111\u00ad 1111\u2060 1111\u202e 1111',
    '٤१１1 1111 1111 1111',
  ])('%s is found despite its separators and scripts', (text) => expect(holdsCardNumber(`Order ${text}`)).toBe(true));

  it.each([
    '4111111111111112', // wrong check digit
    '1234567812345670', // right check digit, no card's prefix
    '41111111', // too short
    '41111111111111110000', // part of a longer number
    '48 500 600 700',
    '',
    'PL61109010140000071219812874',
  ])('%p is not found', (text) => expect(holdsCardNumber(text)).toBe(false));

  it('is found with any spaces and dashes between its digits', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CARDS), fc.array(fc.constantFrom('', ' ', '-'), { minLength: 19, maxLength: 19 }), (card, gaps) => {
        const written = [...card].map((digit, index) => digit + (index < card.length - 1 ? gaps[index] : '')).join('');
        expect(holdsCardNumber(written)).toBe(true);
      }),
    );
  });

  it('is found in the digits of any script', () => {
    const digits = Array.from({ length: 0x11_0000 }, (_, code) =>
      code < 0xd800 || code > 0xdfff ? String.fromCodePoint(code) : '',
    ).filter((char) => /\p{Nd}/u.test(char));
    expect(digits.length % 10).toBe(0);
    for (let zero = 0; zero < digits.length; zero += 10)
      expect([digits[zero], holdsCardNumber([...'4012888888881881'].map((digit) => digits[zero + Number(digit)]).join(''))]).toEqual([
        digits[zero],
        true,
      ]);
  });

  it('is not found in an e-mail address', () => {
    for (const text of [
      '4111111111111111@example.com',
      'jan.4111-1111-1111-1111@mail.example.com',
      'write to <4111111111111111@example.com>.',
    ])
      expect([text, holdsCardNumber(withoutEmailAddresses(text))]).toEqual([text, false]);
    for (const text of [
      'a@example.com 4111111111111111',
      '4111111111111111 @ example.com',
      '4111 1111 1111 1111 @shop',
      '4111111111111111@',
    ])
      expect([text, holdsCardNumber(withoutEmailAddresses(text))]).toEqual([text, true]);
  });

  it('is searched in any text without an error', () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 });
    fc.assert(fc.property(units, (codes) => !holdsCardNumber(withoutEmailAddresses(String.fromCharCode(...codes)))));
    expect(holdsCardNumber(withoutEmailAddresses('½a@\ufdfa\u0301'.repeat(40_000)))).toBe(false);
  });

  it('is assumed in a text with too many numbers, without checking all of them', () => {
    expect(holdsCardNumber('1 '.repeat(120_000))).toBe(true);
    expect(holdsCardNumber('1'.repeat(240_000))).toBe(false);
    expect(holdsCardNumber('12 3456 78, '.repeat(10_000))).toBe(false);
  });
});
