import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { holdsCardNumber } from './card-number.js';

const CARDS = ['4111111111111111', '5555555555554444', '378282246310005', '6011111111111117', '3530111333300000', '4222222222222'];

describe('a card number in a text', () => {
  it.each(CARDS)('%s is found, alone and among words', (card) => {
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
  ])('%s is found with what stands between its digits', (text) => expect(holdsCardNumber(`Order ${text}`)).toBe(true));

  it.each([
    '4111111111111112', // wrong check digit
    '1234567812345670', // right check digit, no card's prefix
    '41111111', // too short
    '41111111111111110000', // part of a longer number
    '48 500 600 700',
    '',
    'PL61109010140000071219812874',
  ])('%p is none', (text) => expect(holdsCardNumber(text)).toBe(false));

  it('is found however it is spaced', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CARDS), fc.array(fc.constantFrom('', ' ', '-'), { minLength: 19, maxLength: 19 }), (card, gaps) => {
        const written = [...card].map((digit, index) => digit + (index < card.length - 1 ? gaps[index] : '')).join('');
        expect(holdsCardNumber(written)).toBe(true);
      }),
    );
  });

  it('is taken for granted where there are more numbers than anybody writes, without looking at all of them', () => {
    expect(holdsCardNumber('1 '.repeat(120_000))).toBe(true);
    expect(holdsCardNumber('1'.repeat(240_000))).toBe(false);
    expect(holdsCardNumber('12 3456 78, '.repeat(10_000))).toBe(false);
  });
});
