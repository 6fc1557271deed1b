import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ExpectedNumbers, holdsCardNumber, mayHoldCardNumber, withoutEmailAddresses } from './card-number.js';

/** Test cards of each scheme, in the groups of such a card. */
const CARDS = [
  '4111 1111 1111 1111',
  '4222 222 222 222',
  '4988 4388 4388 4305 001',
  '5555 5555 5555 4444',
  '2223 0031 2200 3222',
  '3782 822463 10005',
  '3056 930902 5904',
  '3852 000002 3237',
  '3056 930009 020004',
  '6011 1111 1111 1117',
  '3530 1113 3330 0000',
  '2131 0000 0000 001',
  '6759 6498 2643 8453',
  '6304 9000 1774 0292 441',
  '6799 9901 0000 0000 019',
  '5868 2416 0825 5333 38',
  '5033 9619 8909 17',
  '8180 0000 0000 0005',
  '6550 2841 0923 2893 465',
  '6250 9410 0652 8599',
  '622126 0000000000001',
  '2200 7000 0000 0009',
  '9792 0000 0000 0003',
  '5066 9911 1111 1118',
  '6062 8267 8627 6634',
];
const withoutBlanks = (text: string): string => text.replaceAll(' ', '');

describe('a card number in a text', () => {
  it.each([...CARDS, ...CARDS.map(withoutBlanks)])('%s is found, alone and between words', (card) => {
    expect(holdsCardNumber(card)).toBe(true);
    expect(holdsCardNumber(`my card ${card}, thanks`)).toBe(true);
    expect(holdsCardNumber(`Order 7 ${card} 12/27`)).toBe(true);
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
    '411111 1111111111', // not the groups of a card
    '4111  1111  1111  1111',
    '48 500 600 700',
    'Top-up 48501234564 30.00',
    '+4915112345108',
    '5111111111118', // the prefix of Mastercard, which has 16 digits
    '6111111111117', // 13 digits, with a prefix of Maestro
    '6212345678901234', // UnionPay with a wrong check digit
    '590310600000121097', // a Polish electricity meter
    '352099001761481', // the IMEI of a telephone
    '',
    'PL61109010140000071219812874',
    'PL38 1090 1014 0000 0712 1981 2803',
    'Refund to PL3810 9010 1400 0007 1219 8128 03 Jan Nowak',
    'Ref AB12 PL38 1090 1014 0000 0712 1981 2803',
    '81 1090 1014 0000 0712 1981 2805',
    '81-1090-1014-0000-0712-1981-2805',
    '81.1090.1014.0000.0712.1981.2805',
    '86 1140 2004 5642 4068 3740 0940 30.00',
    '646675778894638738', // the prefix of Discover, which has 16 or 19 digits
  ])('%p is not found', (text) => expect(holdsCardNumber(text)).toBe(false));

  it('is found with any spaces and dashes between its groups, and between groups of four', () => {
    const separators = fc.constantFrom('', ' ', '-', '.', '/', '_', '\u00a0', '\u2013');
    fc.assert(
      fc.property(fc.constantFrom(...CARDS), separators, fc.boolean(), (card, separator, inFours) => {
        const groups = inFours ? (withoutBlanks(card).match(/.{1,4}/g) ?? []) : card.split(' ');
        expect(holdsCardNumber(groups.join(separator))).toBe(true);
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

  it('is found next to an account number, a phone number and in an account number that is wrong', () => {
    const card = '4111 1111 1111 1111';
    for (const text of [
      `PL38 1090 1014 0000 0712 1981 2803 ${card}`,
      `81 1090 1014 0000 0712 1981 2805, ${card}`,
      `+4915112345108 ${card}`,
      `PL38 1090 ${card} 2803`,
      '+4222222222222', // no country has this number
      'card+4915112345108', // no blank before the plus
    ])
      expect([text, holdsCardNumber(text)]).toEqual([text, true]);
  });

  it('is not a valid EAN, where EANs are expected', () => {
    const [ean, oldVisa, gtin14, diners] = ['4001686301098', '4222222222222', '38520000000037', '38520000023237'];
    const found = (expected: ExpectedNumbers) => [ean, oldVisa, gtin14, diners].map((number) => holdsCardNumber(number, expected));
    expect(found({})).toEqual([true, true, true, true]);
    expect(found({ eanLengths: [13] })).toEqual([false, true, true, true]);
    expect(found({ eanLengths: [13, 14] })).toEqual([false, true, false, true]);
    expect(holdsCardNumber('622126 4100002296510', { eanLengths: [13] })).toBe(true); // the second group alone is a valid EAN
  });

  it('is not a valid phone number without a plus sign, where phone numbers are expected', () => {
    const [phone, oldVisa, amex] = ['4915147527720', '4222222222222', '378282246310005'];
    const found = (expected: ExpectedNumbers) => [phone, oldVisa, amex].map((number) => holdsCardNumber(number, expected));
    expect([found({}), found({ phones: true })]).toEqual([
      [true, true, true],
      [false, true, true],
    ]);
  });

  it.each(['42424242 42424242', '4242 4242 42424242', '4111-1111-11111111', '+4915112345108', '6212345678901234'])(
    '%s may be one, but is none',
    (text) => expect([mayHoldCardNumber(text), holdsCardNumber(text)]).toEqual([true, false]),
  );

  it.each(['4111 1111 1111 1112', '1234567890123', '2026-11-30 12:30:15'])('%s cannot be one', (text) =>
    expect(mayHoldCardNumber(text)).toBe(false),
  );

  it('is found after many words that look like account numbers or phone numbers', () => {
    for (const text of ['NO9386011117947 '.repeat(1_000), 'AL47 '.repeat(50_000), '+4915112345108 '.repeat(1_000), '1 '.repeat(100_000)])
      expect([holdsCardNumber(text), holdsCardNumber(`${text} 4242424242424242`)]).toEqual([false, true]);
  });

  it('is searched in any text without an error', () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 });
    fc.assert(fc.property(units, (codes) => !holdsCardNumber(withoutEmailAddresses(String.fromCharCode(...codes)))));
    expect(holdsCardNumber(withoutEmailAddresses('½a@\ufdfa\u0301'.repeat(40_000)))).toBe(false);
  });

  it('is assumed in a text with too many numbers, without checking all of them', () => {
    expect(holdsCardNumber('1234 '.repeat(50_000))).toBe(true);
    expect(mayHoldCardNumber('1 '.repeat(120_000))).toBe(true);
    expect(holdsCardNumber('1'.repeat(240_000))).toBe(false);
    expect(holdsCardNumber('12 3456 78, '.repeat(10_000))).toBe(false);
  });
});
