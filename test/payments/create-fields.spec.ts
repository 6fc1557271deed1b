import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DomainError, type FieldErrors } from '../../src/common/errors/domain-error.js';
import { normalizeBody } from '../../src/common/validation/normalize-body.js';
import { CreatePaymentRequest } from '../../src/products/payments/payments/create/create-payment.request.js';
import { requestProblems, type RawBody } from '../../src/products/payments/payments/create/create-payment-rules.js';
import { parseJson } from '../../src/runtime/http/body/parse-json.js';
import { InputValidationPipe } from '../../src/runtime/http/input-validation.pipe.js';
import { fullRequestWith, FULL_REQUEST } from './support/full-request.js';

const text = (length: number): string => 'ż'.repeat(length);
const NOT_TEXT = [5, true, [], {}, ['x'], 'a\u0001b'];
const COUNTRY = 'must be an ISO 3166-1 country code of two letters, such as PL.';
const textLimitMessage = (label: string, max: number): string =>
  `The ${label} must be text of at most ${max} characters without control characters.`;

/** By field: the error message, and values that are rejected with it. */
const INVALID_VALUES: [path: string, message: string, values: unknown[]][] = [
  [
    'amount',
    'The amount must be a number greater than 0 and at most 999999.99, with at most two decimals.',
    [undefined, null, 0, -1, 0.001, 1.005, 1_000_000, '5', true, [], {}],
  ],
  ['currency', 'The currency must be three capital letters, such as PLN.', ['pln', 'PL', 'PLNN', '', 5, {}, ['PLN']]],
  ['description', textLimitMessage('description', 64), [text(65), ...NOT_TEXT]],
  ['control', textLimitMessage('control', 255), [text(256), ...NOT_TEXT]],
  ['customer', 'The customer must be an object.', ['x', 5, true]],
  ['customer.name', textLimitMessage('name', 64), [text(65), ...NOT_TEXT]],
  ['customer.email', 'The email must be a valid e-mail address.', ['x', 'a@', 'a b@example.com', 5, {}, []]],
  ['customer.ip', 'The ip must be an IPv4 or IPv6 address.', ['x', '1.2.3', '1.2.3.4/8', 5, {}, []]],
  ['customer.countryCode', `The countryCode ${COUNTRY}`, ['XX', 'POL', 5, {}, []]],
  ['antifraud', 'The antifraud must be an object.', ['x', 5]],
  ['antifraud.useragent', textLimitMessage('useragent', 1024), [text(1025), ...NOT_TEXT]],
  ['antifraud.steamid', 'The steamid must be a SteamID64 of 17 digits.', [1, 'x', true, {}, [], '7656119800000000', 1.5]],
  ['antifraud.mcusername', textLimitMessage('mcusername', 64), [text(65), ...NOT_TEXT]],
  ['antifraud.mcid', textLimitMessage('mcid', 64), [text(65), ...NOT_TEXT]],
  ['antifraud.systemId', textLimitMessage('systemId', 128), [text(129), ...NOT_TEXT]],
  ...['billing', 'shipping'].flatMap((part): [string, string, unknown[]][] => [
    [part, `The ${part} must be an object.`, ['x', 5]],
    [`${part}.name`, textLimitMessage('name', 64), [text(65), ...NOT_TEXT]],
    [`${part}.surname`, textLimitMessage('surname', 64), [undefined, text(65), ...NOT_TEXT]],
    [`${part}.street`, textLimitMessage('street', 64), [undefined, text(65), ...NOT_TEXT]],
    [`${part}.building`, textLimitMessage('building', 16), [text(17), ...NOT_TEXT]],
    [`${part}.flat`, textLimitMessage('flat', 16), [text(17), ...NOT_TEXT]],
    [`${part}.city`, textLimitMessage('city', 32), [undefined, text(33), ...NOT_TEXT]],
    [`${part}.region`, textLimitMessage('region', 32), [text(33), ...NOT_TEXT]],
    [`${part}.country`, `The country ${COUNTRY}`, [undefined, 'XX', 'POL', '', 5, {}, []]],
    [`${part}.company`, textLimitMessage('company', 64), [text(65), ...NOT_TEXT]],
  ]),
  ...['billing', 'shipping'].map((part): [string, string, unknown[]] => [
    `${part}.postalCode`,
    textLimitMessage('postalCode', 16),
    [undefined, text(17), ...NOT_TEXT],
  ]),
  ['cart', 'The cart must be a list of objects.', ['x', 5]],
  ['cart.0.name', 'The name must have at least 3 characters.', ['', 'ab']],
  ['cart.0.name', textLimitMessage('name', 64), [text(65), {}]],
  ['cart.0', 'The cart.0 must be an object.', [[], [1], [[]], [{}], null, 'x', 5, true]],
  [
    'cart.0.quantity',
    'The quantity must be a number greater than 0, in the range of a double.',
    [undefined, null, 0, -1, '1', true, {}, []],
  ],
  [
    'cart.0.price',
    'The price must be a number greater than 0 and at most 999999.99, with at most two decimals.',
    [undefined, null, 0, 0.001, '1', {}],
  ],
  ['cart.0.producer', textLimitMessage('producer', 128), [undefined, text(129), 5]],
  ['cart.0.category', textLimitMessage('category', 128), [undefined, text(129), 5]],
  ['cart.0.code', textLimitMessage('code', 128), [undefined, text(129), 5]],
  ['returns', 'The returns must be an object with success, failure and pending.', ['x', 5]],
  ...['success', 'failure', 'pending'].map((side): [string, string, unknown[]] => [
    `returns.${side}`,
    `The ${side} URL must be an http or https URL of at most 2048 characters.`,
    ['x', 'javascript:alert(1)', 'ftp://a.example', 'https://user:pass@a.example', `https://a.example/${'x'.repeat(2048)}`, 5, {}],
  ]),
  ['channelTypes', 'The channelTypes must be an object of booleans.', ['x', 5]],
  ...['blik', 'transfer', 'cards', 'ewallets', 'paypal', 'paysafe', 'latam'].map((type): [string, string, unknown[]] => [
    `channelTypes.${type}`,
    `The ${type} must be true or false.`,
    ['true', 1, {}, []],
  ]),
  ['referer', 'The referer must have at least 6 characters.', ['abcde']],
  ['referer', textLimitMessage('referer', 64), [text(65), {}]],
];

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** Paths of all members of a schema of docs/openapi.json. For a list: the paths of its first element. */
function membersOf(schema: Schema, schemas: Record<string, Schema>, path = ''): string[] {
  const referenced = schema.$ref && schemas[schema.$ref.split('/').at(-1) ?? ''];
  const membersOfParts = [
    ...(referenced ? [referenced] : []),
    ...(schema.allOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
  ].flatMap((part) => membersOf(part, schemas, path));
  const items = schema.items ? membersOf(schema.items, schemas, `${path}.0`) : [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const memberPath = path === '' ? name : `${path}.${name}`;
    return [memberPath, ...membersOf(member, schemas, memberPath)];
  });
  return [...membersOfParts, ...items, ...own];
}

/** Validates a body as the endpoint does. @returns the errors by field. */
async function errorsOf(body: object): Promise<FieldErrors> {
  const sent = parseJson(Buffer.from(JSON.stringify(body)));
  try {
    const request = (await new InputValidationPipe().transform(sent, {
      type: 'body',
      metatype: CreatePaymentRequest,
    })) as CreatePaymentRequest;
    return requestProblems(request, normalizeBody(sent, CreatePaymentRequest) as RawBody);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'VALIDATION_ERROR') throw error;
    return error.details.errors ?? {};
  }
}

describe('a create request with one invalid field', () => {
  it('is tested for every field of the contract', () => {
    const { components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { components: { schemas: Record<string, Schema> } };
    const fields = membersOf(components.schemas['CreatePaymentRequest'] ?? {}, components.schemas);
    const testedPaths = new Set([...INVALID_VALUES.map(([path]) => path), 'channels', 'directChannel']);
    expect(fields.length).toBeGreaterThan(50);
    // offered-subscriptions.api-spec.ts tests the member `subscription`.
    expect(fields.filter((path) => !testedPaths.has(path) && !/^subscription\b/.test(path))).toEqual([]);
  });

  it.each(INVALID_VALUES)('gets for %s the error: %s', async (path, message, values) => {
    for (const value of values) expect([value, (await errorsOf(fullRequestWith(path, value)))[path]]).toEqual([value, [message]]);
  });

  it('is otherwise valid', async () => expect(await errorsOf(FULL_REQUEST)).toEqual({}));
});
