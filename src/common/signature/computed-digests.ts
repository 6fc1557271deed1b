import { createHash, createHmac } from 'node:crypto';
import type { DoctorKey, Fault } from './diagnosis.js';
import { digestOfBytes, digestOfText } from './digests.js';
import { type BodyMembers, isMembers, leavesOf, tokenOf, printed, withoutSignature, written } from './notification-body.js';
import type { SigningHeaders } from './pasted-text.js';

/** The original of a notification. The partner's program has computed a signature for this notification. */
export interface ComputedFrom {
  members: BodyMembers;
  body: string;
  headers: SigningHeaders;
  keys: readonly DoctorKey[];
}

const hex = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** A number after decoding to a double and printing. Python prints whole numbers with `.0`. */
const shortest = (value: unknown): string => String(Number(tokenOf(value)));
const python = (value: unknown): string =>
  /[.eE]/.test(tokenOf(value) ?? '') && Number.isInteger(Number(tokenOf(value))) ? `${shortest(value)}.0` : shortest(value);
const twoDecimals = (value: unknown): string => Number(tokenOf(value)).toFixed(2);

const joined = (members: BodyMembers, print: (value: unknown) => string = printed): string =>
  leavesOf(withoutSignature(members))
    .map(({ value }) => print(value))
    .join('|');
const reprinted = (members: BodyMembers, print: (value: unknown) => string): string =>
  joined(members, (value) => (tokenOf(value) === null ? printed(value) : print(value)));

function sorted(value: unknown): unknown {
  if (!isMembers(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

/** The signed text of a DirectBilling notification, with an empty value for each optional value that is absent. */
function withEmptyPlaces(members: BodyMembers): string {
  const at = (path: string): unknown =>
    path.split('.').reduce<unknown>((value, name) => (isMembers(value) ? value[name] : undefined), members);
  const names = 'status values.net values.gross values.partner returns.complete returns.failure control number_from provider'.split(' ');
  return [at('id'), at('serviceId') ?? at('service_id'), ...names.map(at)]
    .map((value) => (value === undefined ? '' : printed(value)))
    .join('|');
}

const parsed = (body: string): string => JSON.stringify(JSON.parse(body));
const spaced = (body: string): string =>
  body.replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (token) => (token === ',' || token === ':' ? `${token} ` : token));
const slashed = (body: string): string =>
  parsed(body)
    .replaceAll('/', '\\/')
    .replace(/[^\0-\x7f]/g, escaped);
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Wrong computations of the signature in the body. Each row is one mistake. */
const OF_TEXT: readonly [Fault, (from: ComputedFrom, key: string) => string[]][] = [
  ['computed-numbers', ({ members }, key) => [shortest, python, twoDecimals].map((print) => digestOfText(reprinted(members, print), key))],
  ['computed-order', ({ members }, key) => [digestOfText(joined(sorted(members) as BodyMembers), key)]],
  ['computed-absent', ({ members }, key) => [digestOfText(withEmptyPlaces(members), key)]],
  [
    'computed-itself',
    ({ members }, key) => [
      digestOfText(
        leavesOf(members)
          .map(({ value }) => printed(value))
          .join('|'),
        key,
      ),
    ],
  ],
  ['computed-without-key', ({ members }) => [hex(joined(members)), hex(`${joined(members)}|`)]],
  ['computed-bar', ({ members }, key) => [hex(joined(members) + key), hex(joined(members).replaceAll('|', '') + key)]],
  ['computed-key-first', ({ members }, key) => [hex(`${key}|${joined(members)}`)]],
  [
    'computed-hmac',
    ({ members }, key) => [hmac(key, joined(members)).toString('hex'), hmac(key, `${joined(members)}|${key}`).toString('hex')],
  ],
  [
    'computed-json',
    ({ body, members }, key) =>
      [body, written(withoutSignature(members))].flatMap((text) => [
        hex(text),
        hex(text + key),
        hex(`${text}|${key}`),
        hmac(key, text).toString('hex'),
      ]),
  ],
  [
    'computed-form',
    ({ members }, key) => [
      Buffer.from(digestOfText(joined(members), key), 'hex').toString('base64'),
      digestOfText(joined(members), key).toUpperCase(),
    ],
  ],
];

/** Wrong computations of the signature in the headers. */
const OF_BYTES: readonly [Fault, (from: ComputedFrom, secret: string) => string[]][] = [
  [
    'computed-form',
    ({ headers, body }, secret) => [Buffer.from(digestOfBytes(headers.id, headers.time, body, secret), 'base64').toString('hex')],
  ],
  [
    'computed-key-text',
    ({ headers: { id, time }, body }, secret) =>
      [secret, secret.replace(/^whsec_/, '')].flatMap((key) =>
        (['base64', 'hex'] as const).map((form) => hmac(key, `${id}.${time}.${body}`).toString(form)),
      ),
  ],
  [
    'computed-body-alone',
    ({ headers: { id, time }, body }, secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      return [body, `${time}.${body}`, `${id}.${body}`, `${id}${time}${body}`].map((text) => hmac(key, text).toString('base64'));
    },
  ],
  [
    'computed-reencoded',
    ({ headers: { id, time }, body }, secret) =>
      [parsed(body), spaced(body), spaced(parsed(body)), slashed(body)].map((text) => digestOfBytes(id, time, text, secret)),
  ],
];

/** Finds the mistake that leads to the computed signature. @returns null when no known mistake leads to this signature. */
export function mistakeIn(computed: string, from: ComputedFrom): Fault | null {
  const value = computed.trim().replace(/^v1,/, '');
  const matches = (digests: readonly string[]): boolean => digests.includes(value);
  const of = (purpose: DoctorKey['purpose']): string[] => from.keys.filter((key) => key.purpose === purpose).map(({ secret }) => secret);
  const { headers, members, body } = from;
  const text = joined(members);
  if (of('ipn').some((key) => digestOfText(text, key) === value)) return 'computed-right';
  if (of('webhook').some((key) => digestOfBytes(headers.id, headers.time, body, key) === value)) return 'computed-right';
  for (const [fault, digests] of OF_TEXT) if (of('ipn').some((key) => matches(digests(from, key)))) return fault;
  for (const [fault, digests] of OF_BYTES) if (of('webhook').some((key) => matches(digests(from, key)))) return fault;
  const swapped = [
    ...of('webhook').map((key) => digestOfText(text, key)),
    ...of('ipn').flatMap((key) =>
      [key, Buffer.from(key).toString('base64')].map((each) => digestOfBytes(headers.id, headers.time, body, each)),
    ),
  ];
  const asText = of('ipn').map((key) => hmac(key, `${headers.id}.${headers.time}.${body}`).toString('base64'));
  return matches([...swapped, ...asText]) ? 'computed-wrong-key' : null;
}
