import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { createLogger } from '../../src/runtime/logging/logger.js';
import type { HttpResponse, HttpRequest } from '../support/http-client.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let withoutSandbox: World;
let shop: Shop;
let serviceId: string;
let transactionId: string;
const tokens = { withoutAbility: '', forOtherAddress: '', expired: '' };
const logLines: { req?: { id: string }; refusal?: object }[] = [];

beforeAll(async () => {
  const log = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logLines.push(...String(chunk).trim().split('\n').map((line) => JSON.parse(line) as object)); // prettier-ignore
      done();
    },
  });
  [world, withoutSandbox] = await Promise.all([startWorld({}, createLogger('info', log)), startWorld({ SANDBOX: 'off' })]);
  shop = await world.createPartnerShop();
  serviceId = (await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books', notifyUrl: null })).id;
  tokens.withoutAbility = (await shop.newToken({ abilities: ['sms.numbers'] })).token;
  tokens.forOtherAddress = (await shop.newToken({ allowedNetworks: ['203.0.113.7'] })).token;
  tokens.expired = (await shop.newToken({ expiresAt: new Date(Date.now() - 1_000) })).token;
  transactionId = ((await createPayment({ amount: 12.3 })).body as { data: { transactionId: string } }).data.transactionId;
});
afterAll(() => Promise.all([world.stop(), withoutSandbox.stop()]));

const token = (): string => shop.token;
const path = (rest = '/transactions'): string => `/payment/${serviceId}${rest}`;
const createPayment = (body: unknown, call: HttpRequest = {}): Promise<HttpResponse> =>
  world.http.post(path(), { token: token(), body, ...call });
const listPayments = (call: HttpRequest, listPath = path()): Promise<HttpResponse> => world.http.get(listPath, { token: null, ...call });
const withAuthorization = (Authorization: string): Promise<HttpResponse> => listPayments({ headers: { Authorization } });

type Mistake = [name: string, send: () => Promise<HttpResponse>, status: number, code: string, hint: string | RegExp];
const BEARER = 'The header Authorization must be the word Bearer, one space and the token: "Authorization: Bearer <token>".';
const MISTAKES: Mistake[] = [
  [
    'no token',
    () => listPayments({}),
    401,
    'UNAUTHORIZED',
    'The request has no header Authorization. Send "Authorization: Bearer <token>".',
  ],
  ['a token without Bearer', () => withAuthorization(token()), 401, 'UNAUTHORIZED', BEARER],
  ['a colon after Bearer', () => withAuthorization(`Bearer: ${token()}`), 401, 'UNAUTHORIZED', BEARER],
  [
    'a name and a password',
    () => withAuthorization(`Basic ${Buffer.from(`shop:${token()}`).toString('base64')}`),
    401,
    'UNAUTHORIZED',
    'The header Authorization is of the scheme Basic. It must be "Authorization: Bearer <token>".',
  ],
  [
    'an empty variable in place of the token',
    () => withAuthorization('Bearer '),
    401,
    'UNAUTHORIZED',
    'The header Authorization has no token after "Bearer".',
  ],
  [
    'half a token',
    () => withAuthorization(`Bearer ${token().slice(0, 20)}`),
    401,
    'UNAUTHORIZED',
    'This gateway knows no such token: it is mistyped, cut off, revoked, or of another gateway.',
  ],
  [
    'an expired token',
    () => listPayments({ token: tokens.expired }),
    401,
    'UNAUTHORIZED',
    'The token has expired. Ask the operator of the gateway for a new one.',
  ],
  [
    'a token without the ability',
    () => listPayments({ token: tokens.withoutAbility }),
    403,
    'INVALID_ABILITY_PROVIDED',
    'The token lacks the ability payment.transactions.',
  ],
  [
    'a token for another server',
    () => listPayments({ token: tokens.forOtherAddress }),
    403,
    'IP_ADDRESS_NOT_WHITELISTED',
    'The token is limited to other addresses than 127.0.0.1, from which this request came.',
  ],
  [
    'a service of another area',
    () => listPayments({ token: token() }, `/payment/${shop.serviceId}/transactions`),
    404,
    'SERVICE_NOT_FOUND',
    /^The service [0-9a-f]{8} is one of the area directbilling, and this path is for services of the area payment\.$/,
  ],
  [
    'a service of another partner, or an unknown one',
    () => listPayments({ token: token() }, '/payment/ffffffff/transactions'),
    404,
    'SERVICE_NOT_FOUND',
    'The token sees no service with this id. A list of its services is at /payment, /directbilling and /sms.',
  ],
  [
    'the service’s name in place of its id',
    () => listPayments({ token: token() }, '/payment/books/transactions'),
    404,
    'SERVICE_NOT_FOUND',
    "A service's id has 8 characters, digits and the letters a to f. The one in the path has another form.",
  ],
  [
    'a path that does not exist',
    () => listPayments({ token: token() }, `/payments/${serviceId}`),
    404,
    'ROUTE_NOT_FOUND',
    'No endpoint has this path. All that there are stand in the reference, /docs/reference.',
  ],
  [
    'another method',
    () => world.http.send('PUT', path(), { token: token(), body: {} }),
    404,
    'ROUTE_NOT_FOUND',
    'The path /payment/{serviceId}/transactions takes GET and POST, not PUT.',
  ],
  [
    'a transaction that does not exist',
    () => listPayments({ token: token() }, path('/transactions/1')),
    404,
    'TRANSACTION_NOT_FOUND',
    'There is no such transaction in this service.',
  ],
  [
    'a form in place of JSON, as curl -d sends it',
    () => createPayment('amount=12.30', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'The body is sent as application/x-www-form-urlencoded. Send JSON, with "Content-Type: application/json".',
  ],
  [
    'JSON in another charset',
    () => createPayment('{}', { headers: { 'Content-Type': 'application/json; charset=iso-8859-2' } }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must be JSON in UTF-8; its Content-Type names another charset.',
  ],
  [
    'a comma too many',
    () => createPayment('{\n  "amount": 12.30,\n}'),
    400,
    'MALFORMED_JSON',
    "The JSON breaks at line 3, column 1: Quoted object key expected but got '}'.",
  ],
  [
    'single quotes',
    () => createPayment("{'amount': 12.30}"),
    400,
    'MALFORMED_JSON',
    "The JSON breaks at line 1, column 2: Quoted object key expected but got '''.",
  ],
  ['an amount as text', () => createPayment({ amount: '12.30' }), 422, 'VALIDATION_ERROR', /^The amount must be a number greater than 0/],
  ['an amount with a fraction of a grosz', () => createPayment({ amount: 12.305 }), 422, 'VALIDATION_ERROR', /with at most two decimals/],
  [
    'an amount below the minimum of all channels',
    () => createPayment({ amount: 0.01 }),
    422,
    'VALIDATION_ERROR',
    /^The channels of this payment take amounts from \d+\.\d\d to/,
  ],
  [
    'a filter that does not exist',
    () => listPayments({ token: token() }, `${path()}?filter[state]=paid`),
    422,
    'VALIDATION_ERROR',
    /^A filter is given as filter\[name\]=value with one of the names status, /,
  ],
  [
    'a refund before the payment',
    () => world.http.post(path(`/transactions/${transactionId}/refunds`), { token: token() }),
    409,
    'TRANSACTION_NOT_PAID',
    'Only what is paid can be refunded. `message` says what the payment is.',
  ],
];

describe('a beginner’s mistake gets the usual response, and headers that say how to correct it:', () => {
  it.each(MISTAKES)('%s', async (_, send, status, code, hint) => {
    const { status: actualStatus, body, headers } = await send();
    expect([actualStatus, (body as { errorCode: string }).errorCode]).toEqual([status, code]);
    expect(headers.get('X-Error-Hint')).toEqual(typeof hint === 'string' ? hint : expect.stringMatching(hint));
    expect(headers.get('Link')).toBe(`<https://pay.example.test/docs/errors#${code}>; rel="help"`);
    const logLine = await until(
      () => Promise.resolve(logLines.find(({ req }) => req?.id === headers.get('X-Request-Id'))),
      (line) => line !== undefined,
    );
    expect(logLine?.refusal).toEqual({ code, hint: headers.get('X-Error-Hint') });
  });

  it('the same idempotency key for another request. A repeated request gets the stored response with its headers', async () => {
    const headers = { 'Idempotency-Key': 'order-1' };
    const post = (amount: number): Promise<HttpResponse> => createPayment({ amount }, { headers });
    expect((await post(5)).status).toBe(200);
    expect((await post(6)).headers.get('X-Error-Hint')).toBe('This key was used for another request; use a new key for each request.');
    const refund = (): Promise<HttpResponse> =>
      world.http.post(path(`/transactions/${transactionId}/refunds`), { token: token(), headers: { 'Idempotency-Key': 'refund-1' } });
    const [first, repeated] = [await refund(), await refund()];
    expect(repeated.headers.get('Idempotency-Replayed')).toBe('true');
    for (const name of ['Link', 'X-Error-Hint']) expect(repeated.headers.get(name)).toBe(first.headers.get(name));
    expect(repeated.text).toBe(first.text);
  });
});

describe('unknown fields of a body', () => {
  const ignoredFields = async (body: unknown): Promise<string | null> => (await createPayment(body)).headers.get('X-Ignored-Fields');

  it('are named in a header, whether the request succeeds or not', async () => {
    expect(await ignoredFields({ Amount: 12.3 })).toBe('Amount');
    expect(await ignoredFields({ amount: 5, desciption: 'x', customer: { mail: 'a@b.pl', name: 'Jan' }, returns: { succes: 'x' } })).toBe(
      'desciption, customer.mail, returns.succes',
    );
    expect(await ignoredFields({ amount: 5, cart: [{ name: 'Book', quantity: 1, price: 5, producer: null, category: null, code: null, ean: 1 }] })).toBe('cart.0.ean'); // prettier-ignore
  });

  it('are not reported for a body with only known fields, such as a SteamID64', async () =>
    expect(await ignoredFields({ amount: 5, antifraud: { steamid: '76561198000000000' } })).toBeNull());

  it('are limited to twenty in the header, where other characters than ASCII are replaced', async () => {
    const unknownFields = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`kwota\r\nż${index}`, 1]));
    const names = (await ignoredFields({ amount: 5, ...unknownFields }))?.split(', ') ?? [];
    expect([names.length, names[0]]).toEqual([20, 'kwota???0']);
  });
});

describe('a gateway without sandbox', () => {
  it('gives hints only to callers with a known token', async () => {
    const partner = await withoutSandbox.createPartnerShop();
    const hintOf = async (requestPath: string, sentToken: string | null): Promise<string | null> =>
      (await withoutSandbox.http.get(requestPath, { token: sentToken })).headers.get('X-Error-Hint');
    for (const unknownToken of [null, 'wrong']) expect(await hintOf('/payment', unknownToken)).toBeNull();
    expect(await hintOf('/nowhere', partner.token)).toBeNull(); // for an unknown path the gateway does not look up the token
    expect(await hintOf('/payment/ffffffff', partner.token)).toContain('The token sees no service with this id.');
    const expired = await partner.newToken({ expiresAt: new Date(Date.now() - 1_000) });
    expect(await hintOf('/payment', expired.token)).toContain('The token has expired.');
    const withoutAbility = await partner.newToken({ abilities: ['sms.numbers'] });
    expect(await hintOf('/payment', withoutAbility.token)).toBe('The token lacks the ability payment.services.');
    expect((await withoutSandbox.http.get('/payment')).headers.get('Link')).toContain('/docs/errors#UNAUTHORIZED>; rel="help"');
  });
});
