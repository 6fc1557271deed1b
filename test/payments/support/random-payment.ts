import { isEmail } from 'class-validator';
import fc from 'fast-check';
import { holdsCardNumber } from '../../../src/common/validation/card-number.js';

// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const UNUSUAL_TEXTS = [
  '<script>alert(1)</script>',
  '"\'&amp;',
  '${7*7} <%= it %>',
  '\u202eabc',
  'a\u200d\u0301b',
  '👩‍👩‍👧 Żółć',
  'a\n\tb',
  '__proto__',
  '-1',
  '%s%n',
];

/** A character of any script. Most are Latin (up to U+024F). */
const character = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0x20, max: 0x24f }) },
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code).replace(CONTROL_CHARACTERS, 'x'));

/** Text of an accepted length, in Unicode code points. The gateway rejects blank text and card numbers. */
const text = (maxLength: number, minLength = 1): fc.Arbitrary<string> =>
  fc
    .oneof({ weight: 3, arbitrary: fc.string({ unit: character, maxLength }) }, fc.constantFrom(...UNUSUAL_TEXTS))
    .map((value) => [...value, ...'x'.repeat(minLength)].slice(0, Math.min(maxLength, Math.max(minLength, [...value].length))).join(''))
    .filter((value) => value.trim() !== '' && !holdsCardNumber(value));

const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 4 });

const url = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom('http://[::1]:8080/', 'https://xn--e1afmkfd.example/a%20b?c=%C5%BC#d', 'https://shop.example/?a=b&amp;c=%3Cscript%3E'),
);

const amount = (maxMinor: number): fc.Arbitrary<number> => fc.integer({ min: 1, max: maxMinor }).map((minor) => minor / 100);

/** Any number above 0 that a JSON parser can produce. */
const quantity = fc
  .oneof(
    fc.integer({ min: 1, max: 100 }),
    fc.integer({ min: 1, max: 1_000_000 }).map((thousandths) => thousandths / 1000),
    fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true }),
    fc.constantFrom(0.1 + 0.2, 1e-7, 0.000001, 1e21, 1.5e300, Number.MAX_VALUE, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER),
  )
  .filter((value) => !holdsCardNumber(String(BigInt(Math.floor(value)))));

const cartItem = fc.record({
  name: text(64, 3),
  quantity,
  price: amount(99_999_999),
  producer: orNull(text(128)),
  category: orNull(text(128)),
  code: orNull(text(128)),
});

const address = fc.oneof(addressIn('PL', fc.stringMatching(/^\d{2}-\d{3}$/)), addressIn('DE', text(16)), addressIn(null, orNull(text(16))));
function addressIn(country: string | null, postalCode: fc.Arbitrary<string | null>): fc.Arbitrary<object> {
  return fc.record(
    {
      name: orNull(text(64)),
      surname: orNull(text(64)),
      street: orNull(text(64)),
      building: orNull(text(16)),
      flat: orNull(text(16)),
      city: orNull(text(32)),
      region: orNull(text(32)),
      postalCode,
      country: fc.constant(country),
      company: orNull(text(64)),
      // The gateway stores fields that the contract does not name.
      more: fc.dictionary(text(10), fc.oneof(text(10), fc.boolean(), fc.nat())),
    },
    { requiredKeys: ['surname', 'street', 'city', 'postalCode', 'country'] },
  );
}

const customer = fc.record(
  {
    name: orNull(text(64)),
    email: orNull(fc.emailAddress().filter((email) => isEmail(email))),
    ip: orNull(fc.oneof(fc.ipV4(), fc.ipV6())),
    countryCode: orNull(fc.constantFrom('PL', 'DE', 'US')),
  },
  { requiredKeys: [] },
);

export type AnyPayment = Record<string, unknown> & { control?: string | null; description?: string | null };

/** The body of a valid create request for a payment that can be paid by card. */
export const anyPayment: fc.Arbitrary<AnyPayment> = fc.record(
  {
    amount: fc.integer({ min: 100, max: 500_000 }).map((minor) => minor / 100),
    currency: fc.constantFrom('PLN', 'EUR', 'GBP', 'CZK', null),
    description: orNull(text(64)),
    control: orNull(text(255)),
    customer: orNull(customer),
    antifraud: orNull(fc.record({ useragent: text(200), systemId: text(128), mcusername: text(64) }, { requiredKeys: [] })),
    billing: orNull(address),
    shipping: orNull(address),
    cart: orNull(fc.array(cartItem, { maxLength: 5 })),
    returns: orNull(fc.record({ success: orNull(url), failure: orNull(url), pending: orNull(url) }, { requiredKeys: [] })),
    channels: orNull(fc.subarray(['blik', 'mbank', 'pix', 'paypal', 'paysafecard'] as const).map((ids) => [...ids, 'card'])),
    channelTypes: orNull(fc.constantFrom({ cards: true }, { latam: false, blik: null }, {})),
    referer: orNull(text(64, 6)),
  },
  { requiredKeys: ['amount'] },
);

export type AnyDirectBilling = Record<string, unknown> & { control?: string | null };

/** The body of a valid create request for a DirectBilling transaction. */
export const anyDirectBilling: fc.Arbitrary<AnyDirectBilling> = fc.record(
  {
    amount: fc.integer({ min: 100, max: 3_000 }).map((minor) => minor / 100),
    amountType: fc.constantFrom('gross', 'net', 'required'),
    description: orNull(text(128)),
    control: orNull(text(128)),
    returns: orNull(fc.record({ success: orNull(url), failure: orNull(url) }, { requiredKeys: [] })),
    phoneNumber: fc.constantFrom('48500600700', '500600700', null),
    steamid: fc.constantFrom('76561198000000000', null),
  },
  { requiredKeys: ['amount'] },
);
