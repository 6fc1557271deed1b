import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cardNumberProblems } from '../../src/products/payments/payments/create/create-payment-rules.js';

/** The numbers of generated texts are the same in each run. */
const SEED = 20_261_130;

const digits = (count: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((list) => list.join(''));
const fixed = (...texts: string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);
/** Joins texts and arbitraries: text`PL${digits(2)}`. */
const text = (strings: TemplateStringsArray, ...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((values) => String.raw({ raw: strings }, ...values));
const inGroups = (number: string, sizes: readonly number[], separator: string): string => {
  const groups: string[] = [];
  let rest = number;
  for (const size of sizes) {
    groups.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return [...groups, rest].filter((group) => group !== '').join(separator);
};
const FOURS = [4, 4, 4, 4, 4, 4, 4, 4];

const weightedSum = (number: string, weightAt: (fromRight: number) => number): number =>
  [...number].toReversed().reduce((sum, digit, index) => sum + Number(digit) * weightAt(index), 0);
const withGs1Digit = (number: string): string => number + ((10 - (weightedSum(number, (index) => (index % 2 === 0 ? 3 : 1)) % 10)) % 10);
function withLuhnDigit(number: string): string {
  const doubled = [...number].toReversed().map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1));
  const sum = doubled.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return number + ((10 - (sum % 10)) % 10);
}
function asIban(country: string, account: string): string {
  const asNumber = [...`${account}${country}00`].map((char) => Number.parseInt(char, 36)).join('');
  return country + String(98n - (BigInt(asNumber) % 97n)).padStart(2, '0') + account;
}

const MOBILE = text`${fixed('50', '51', '53', '57', '60', '66', '69', '72', '78', '79', '88')}${digits(7)}`;
const PHONE = fc.oneof(
  MOBILE,
  text`48${MOBILE}`,
  text`0048${MOBILE}`,
  text`+48${MOBILE}`,
  MOBILE.map((number) => `+48 ${inGroups(number, [3, 3], ' ')}`),
  MOBILE.map((number) => inGroups(number, [3, 3], '-')),
  text`+4915${digits(9)}`,
  text`+43664${digits(7)}`,
);
/** Polish goods most, then those of Germany, Denmark, the Netherlands, the United Kingdom, France, China, Italy, and books. */
const EAN_PREFIX = fc.oneof(
  { weight: 6, arbitrary: fixed('590') },
  { weight: 2, arbitrary: fixed('400', '401', '405', '406', '426') },
  { weight: 4, arbitrary: fixed('570', '871', '500', '303', '690', '697', '800', '978', '640', '544') },
);
const EAN = text`${EAN_PREFIX}${digits(9)}`.map(withGs1Digit);
const POLISH_IBAN = text`${fixed('10901014', '10205558', '11402004', '24900005')}${digits(16)}`.map((account) => asIban('PL', account));
const IBAN = fc.oneof(
  { weight: 4, arbitrary: POLISH_IBAN },
  text`37040044${digits(10)}`.map((account) => asIban('DE', account)),
  text`0800${digits(16)}`.map((account) => asIban('CZ', account)),
  text`NWBK${digits(14)}`.map((account) => asIban('GB', account)),
);
const WRITTEN_IBAN = fc.oneof(
  IBAN,
  IBAN.map((iban) => inGroups(iban, FOURS, ' ')),
  POLISH_IBAN.map((iban) => iban.slice(2)),
  POLISH_IBAN.map((iban) => inGroups(iban.slice(2), [2, ...FOURS], ' ')),
);
const DAY = fc.date({ min: new Date('2024-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }).map((day) => day.toISOString());
const AMOUNT = fc.integer({ min: 100, max: 200_000 }).map((minor) => (minor / 100).toFixed(2));

/** What shops write into a description or into the name of a cart item. */
const SHOP_TEXTS: Record<string, { field: 'description' | 'cart'; written: fc.Arbitrary<string> }> = {
  'a phone number': { field: 'description', written: text`${fixed('Top-up', 'Doładowanie', 'tel.')} ${PHONE} ${AMOUNT}` },
  'a product with its EAN': {
    field: 'cart',
    written: text`${fixed('Sukienka', 'Klocki', 'EAN', 'Kawa 1 kg,')} ${EAN} ${fixed('', 'szt. 2', 'XL')}`,
  },
  'an order of a date': {
    field: 'description',
    written: fc.oneof(
      text`Zamówienie ${DAY.map((day) => day.replace(/\D/g, '').slice(0, 14))}`,
      text`ZAM/${DAY.map((day) => day.slice(0, 10).replaceAll('-', '/'))}/${digits(6)}`,
      text`Order ${DAY.map((day) => day.slice(0, 10))}-${digits(4)}-${digits(4)}`,
      text`order ${DAY.map((day) => String(Date.parse(day)))}`,
    ),
  },
  'an order of a shop': {
    field: 'description',
    written: fc.oneof(
      text`#${digits(5)}`,
      text`Order ${fixed('5', '6')}${digits(12)}`,
      text`No ${digits(9)}/${digits(2)}/2026`,
      text`FV ${digits(4)}/11/2026`,
    ),
  },
  'a tax number': { field: 'description', written: text`FV dla NIP ${digits(10).map((nip) => inGroups(nip, [3, 3, 2], '-'))}` },
  'an account number': {
    field: 'description',
    written: text`${fixed('Zwrot na', 'Rachunek:', 'account')} ${WRITTEN_IBAN} ${fixed('', 'Jan Kowalski', '30.00')}`,
  },
  'an electricity meter': { field: 'description', written: text`PPE 590${digits(14)}`.map((ppe) => `PPE ${withGs1Digit(ppe.slice(4))}`) },
  'a telephone and its SIM card': {
    field: 'cart',
    written: fc.oneof(
      text`${fixed('35', '86')}${digits(12)}`.map((imei) => `Telefon IMEI ${withLuhnDigit(imei)}`),
      text`8948${digits(14)}`.map((iccid) => `Karta SIM ${withLuhnDigit(iccid)}`),
    ),
  },
};

/** Prefixes of issuers, and lengths of the cards that they have issued. */
const SCHEMES: Record<string, { prefixes: string[]; lengths: number[]; groups?: number[][] }> = {
  Visa: { prefixes: ['4'], lengths: [16, 19] },
  'old Visa': { prefixes: ['4'], lengths: [13], groups: [[4, 3, 3, 3]] },
  Mastercard: { prefixes: ['51', '52', '53', '54', '55', '2221', '2229', '23', '26', '271', '2720'], lengths: [16] },
  'American Express': { prefixes: ['34', '37'], lengths: [15], groups: [[4, 6, 5]] },
  'Diners Club': { prefixes: ['300', '305', '36', '38', '39'], lengths: [14], groups: [[4, 6, 4]] },
  'Diners Club of 16 digits': { prefixes: ['305', '36', '38'], lengths: [16], groups: [[4, 6, 6]] },
  Discover: { prefixes: ['6011', '644', '649', '65'], lengths: [16, 19] },
  JCB: { prefixes: ['3528', '3550', '3589'], lengths: [16, 19] },
  'old JCB': { prefixes: ['1800', '2131'], lengths: [15] },
  Maestro: { prefixes: ['5018', '5020', '5038', '5612', '5893', '6304', '6759', '6761', '6763'], lengths: [14, 15, 16, 17, 18, 19] },
  UnionPay: { prefixes: ['6212', '6221', '6258', '6291', '8110'], lengths: [14, 15, 16, 17, 18, 19] },
  'UnionPay of 19 digits': { prefixes: ['6212', '6221'], lengths: [19], groups: [[6, 13]] },
  RuPay: { prefixes: ['60', '6521', '817', '8199'], lengths: [16] },
  Mir: { prefixes: ['2200', '2204'], lengths: [16, 19] },
  Troy: { prefixes: ['9792'], lengths: [16] },
  Elo: { prefixes: ['401178', '509000', '636297'], lengths: [16] },
  Hipercard: { prefixes: ['606282'], lengths: [16] },
  Verve: { prefixes: ['506118', '507866'], lengths: [16, 18, 19] },
};

const GENERATED_CARD = fc
  .constantFrom(...Object.values(SCHEMES))
  .chain(({ prefixes, lengths, groups = [] }) =>
    fc
      .tuple(
        fixed(...prefixes),
        fc.constantFrom(...lengths),
        digits(19),
        fc.constantFrom([19], FOURS, ...groups),
        fixed(' ', '-', '\u00a0', '\u2013'),
      )
      .map(([prefix, length, random, sizes, separator]) =>
        inGroups(withLuhnDigit((prefix + random).slice(0, length - 1)), sizes, separator),
      ),
  );
/** Test cards that acquirers publish. */
const PUBLISHED_CARD = fixed(
  ...[
    '4242424242424242',
    '4000056655665556',
    '4111111111111111',
    '4012888888881881',
    '4222222222222',
    '4988438843884305',
    '4917610000000000003',
  ],
  ...['5555555555554444', '2223003122003222', '5105105105105100', '5200828282828210', '2223000048410010', '5436031030606378'],
  ...['378282246310005', '371449635398431', '378734493671000', '343434343434343', '370000000000002'],
  ...['30569309025904', '38520000023237', '36227206271667', '3056930009020004', '36006666333344'],
  ...['6011111111111117', '6011000990139424', '6011981111111113', '3530111333300000', '3566002020360505', '3569990010095841'],
  ...[
    '6759649826438453',
    '6799990100000000019',
    '6304000000000000',
    '5018000000000009',
    '50339619890917',
    '6771798021000008',
    '5019555544445555',
  ],
  ...[
    '6200000000000005',
    '6205500000000000004',
    '6250941006528599',
    '6703444444444449',
    '6062826786276634',
    '5066991111111118',
    '6362970000457013',
  ],
);
const CARD = fc.oneof(
  { weight: 4, arbitrary: GENERATED_CARD },
  PUBLISHED_CARD,
  PUBLISHED_CARD.map((number) => inGroups(number, FOURS, ' ')),
);
const TEXT_WITH_CARD = fc.oneof(
  CARD,
  text`my card ${CARD}, thanks`,
  text`${CARD} ${fixed('12/27', '123', '1227')}`,
  text`Order ${digits(2)} ${CARD}.`,
  text`NIP 526-025-09-95 ${CARD}`,
  text`+48 501 234 564, ${CARD}`,
  text`PL61 1090 1014 0000 0712 1981 2874 / card:${CARD}`,
);

const isRefused = (field: 'description' | 'cart', value: string): boolean =>
  Object.keys(cardNumberProblems(field === 'cart' ? { cart: [{ name: value }] } : { description: value })).length > 0;

describe('the search for card numbers', () => {
  it.each(Object.entries(SHOP_TEXTS))('refuses at most one in a thousand texts with %s', (_, { field, written }) => {
    const count = Math.ceil(100_000 / Object.keys(SHOP_TEXTS).length);
    const refused = fc.sample(written, { numRuns: count, seed: SEED }).filter((value) => isRefused(field, value));
    expect(refused.length).toBeLessThanOrEqual(count / 1_000);
  });

  it('finds each of 10,000 card numbers of every scheme', () => {
    const texts = fc.sample(TEXT_WITH_CARD, { numRuns: 10_000, seed: SEED });
    expect(texts.filter((value) => !isRefused('description', value))).toEqual([]);
    // In a cart, an old Visa card may be a valid EAN.
    expect(texts.filter((value) => !isRefused('cart', value) && !/(?<!\d)4\d{12}(?!\d)/.test(value))).toEqual([]);
  });
});
