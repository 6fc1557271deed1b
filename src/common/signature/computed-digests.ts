import { createHash, createHmac } from 'node:crypto';
import type { DiagnosisKey, Fault } from './diagnosis.js';
import { digestOfBytes, digestOfText } from './digests.js';
import { type BodyMembers, isMembers, leavesOf, tokenOf, formatLeaf, withoutSignature, stringifyBody } from './notification-body.js';
import type { SigningHeaders } from './pasted-text.js';

/** The original of a notification for which the partner's program computed a signature, and the keys of its service. */
export interface ComputationInput {
  members: BodyMembers;
  body: string;
  headers: SigningHeaders;
  keys: readonly DiagnosisKey[];
}

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** A number as most programs print it after decoding it to a double: `5` for 5.00. */
const asDouble = (value: unknown): string => String(Number(tokenOf(value)));
/** A number as Python prints it after decoding it to a float: `5.0` for 5.00. Whole numbers without a decimal point stay integers. */
const asPythonFloat = (value: unknown): string =>
  /[.eE]/.test(tokenOf(value) ?? '') && Number.isInteger(Number(tokenOf(value))) ? `${asDouble(value)}.0` : asDouble(value);
const asTwoDecimals = (value: unknown): string => Number(tokenOf(value)).toFixed(2);

const joinValues = (members: BodyMembers, print: (value: unknown) => string = formatLeaf): string =>
  leavesOf(withoutSignature(members))
    .map(({ value }) => print(value))
    .join('|');
/** Like `joinValues`, with each number printed by `print`. */
const joinReprinted = (members: BodyMembers, print: (value: unknown) => string): string =>
  joinValues(members, (value) => (tokenOf(value) === null ? formatLeaf(value) : print(value)));

function sortMembers(value: unknown): unknown {
  if (!isMembers(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortMembers(value[name])]));
}

/** The signed text of a DirectBilling notification, with an empty value for each optional value that is absent. */
function textWithEmptyValues(members: BodyMembers): string {
  const valueAt = (path: string): unknown =>
    path.split('.').reduce<unknown>((value, name) => (isMembers(value) ? value[name] : undefined), members);
  const names = 'status values.net values.gross values.partner returns.complete returns.failure control number_from provider'.split(' ');
  return [valueAt('id'), valueAt('serviceId') ?? valueAt('service_id'), ...names.map(valueAt)]
    .map((value) => (value === undefined ? '' : formatLeaf(value)))
    .join('|');
}

/** Three ways in which programs write a body again. Each way changes bytes, so a signature over the result does not match. */
const reencode = (body: string): string => JSON.stringify(JSON.parse(body));
const addSpaces = (body: string): string =>
  body.replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (token) => (token === ',' || token === ':' ? `${token} ` : token));
const escapeSlashesAndUnicode = (body: string): string =>
  reencode(body)
    .replaceAll('/', '\\/')
    .replace(/[^\0-\x7f]/g, unicodeEscape);
const unicodeEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Wrong computations of the signature in the body. Each row is one mistake with the signatures to which it leads. `FAULTS_EN` describes the
 * mistakes.
 */
const BODY_MISTAKES: readonly [Fault, (from: ComputationInput, key: string) => string[]][] = [
  [
    'computed-numbers',
    ({ members }, key) => [asDouble, asPythonFloat, asTwoDecimals].map((print) => digestOfText(joinReprinted(members, print), key)),
  ],
  ['computed-order', ({ members }, key) => [digestOfText(joinValues(sortMembers(members) as BodyMembers), key)]],
  ['computed-absent', ({ members }, key) => [digestOfText(textWithEmptyValues(members), key)]],
  [
    'computed-itself',
    ({ members }, key) => [
      digestOfText(
        leavesOf(members)
          .map(({ value }) => formatLeaf(value))
          .join('|'),
        key,
      ),
    ],
  ],
  ['computed-without-key', ({ members }) => [sha256Hex(joinValues(members)), sha256Hex(`${joinValues(members)}|`)]],
  ['computed-bar', ({ members }, key) => [sha256Hex(joinValues(members) + key), sha256Hex(joinValues(members).replaceAll('|', '') + key)]],
  ['computed-key-first', ({ members }, key) => [sha256Hex(`${key}|${joinValues(members)}`)]],
  [
    'computed-hmac',
    ({ members }, key) => [hmac(key, joinValues(members)).toString('hex'), hmac(key, `${joinValues(members)}|${key}`).toString('hex')],
  ],
  [
    'computed-json',
    ({ body, members }, key) =>
      [body, stringifyBody(withoutSignature(members))].flatMap((text) => [
        sha256Hex(text),
        sha256Hex(text + key),
        sha256Hex(`${text}|${key}`),
        hmac(key, text).toString('hex'),
      ]),
  ],
  [
    'computed-form',
    ({ members }, key) => [
      Buffer.from(digestOfText(joinValues(members), key), 'hex').toString('base64'),
      digestOfText(joinValues(members), key).toUpperCase(),
    ],
  ],
];

/** Wrong computations of the signature in the headers, like `BODY_MISTAKES`. */
const HEADER_MISTAKES: readonly [Fault, (from: ComputationInput, secret: string) => string[]][] = [
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
      [reencode(body), addSpaces(body), addSpaces(reencode(body)), escapeSlashesAndUnicode(body)].map((text) =>
        digestOfBytes(id, time, text, secret),
      ),
  ],
];

/**
 * Finds the mistake that leads to the computed signature.
 * @returns `computed-right` for a valid signature, and null for a signature that no known mistake explains.
 */
export function findComputationMistake(computed: string, from: ComputationInput): Fault | null {
  const value = computed.trim().replace(/^v1,/, '');
  const matches = (digests: readonly string[]): boolean => digests.includes(value);
  const secretsFor = (purpose: DiagnosisKey['purpose']): string[] =>
    from.keys.filter((key) => key.purpose === purpose).map(({ secret }) => secret);
  const { headers, members, body } = from;
  const text = joinValues(members);
  if (secretsFor('ipn').some((key) => digestOfText(text, key) === value)) return 'computed-right';
  if (secretsFor('webhook').some((key) => digestOfBytes(headers.id, headers.time, body, key) === value)) return 'computed-right';
  for (const [fault, digests] of BODY_MISTAKES) if (secretsFor('ipn').some((key) => matches(digests(from, key)))) return fault;
  for (const [fault, digests] of HEADER_MISTAKES) if (secretsFor('webhook').some((key) => matches(digests(from, key)))) return fault;
  // The body's signature with the key for the headers, and the headers' signature with the key for the body: as Base64 or as text.
  const withOtherKey = [
    ...secretsFor('webhook').map((key) => digestOfText(text, key)),
    ...secretsFor('ipn').flatMap((key) =>
      [key, Buffer.from(key).toString('base64')].map((secret) => digestOfBytes(headers.id, headers.time, body, secret)),
    ),
  ];
  const withOtherKeyText = secretsFor('ipn').map((key) => hmac(key, `${headers.id}.${headers.time}.${body}`).toString('base64'));
  return matches([...withOtherKey, ...withOtherKeyText]) ? 'computed-wrong-key' : null;
}
