import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { GatewayError, NoResponseError, PaymentGateway } from '../../clients/typescript/src/index.js';
import { Receiver, type ReceiverResponse } from '../support/receiver.js';
import { until } from '../support/until.js';

/** A server with scripted responses. It stands for a gateway that is unreachable, overloaded or behind a proxy. */
let server: Receiver;
let gateway: PaymentGateway;
beforeEach(async () => {
  server = await Receiver.start();
  gateway = new PaymentGateway({ url: server.url, token: 'secret-token', retries: 2, longestPauseMs: 1 });
});
afterEach(async () => {
  jest.restoreAllMocks();
  syncBuiltinESMExports();
  await server.close();
});

const json = (status: number, body: object, headers: Record<string, string> = {}): ReceiverResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const CREATED = json(200, { success: true, data: { transactionId: 'a', redirectUrl: 'b' } });
const SERVER_ERROR = json(500, { success: false, errorCode: 'INTERNAL_ERROR' });
const CONNECTION_RESET: ReceiverResponse = { reset: true };
const create = () => gateway.post('/payment/{serviceId}/transactions', { path: { serviceId: '5f2c9a1b' }, body: { amount: 5 } });
const remove = () => gateway.delete('/payment/{serviceId}/blik/aliases/{aliasId}', { path: { serviceId: '5f2c9a1b', aliasId: 'a' } });
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a call of the TypeScript client', () => {
  it.each([
    ['gets no response', CONNECTION_RESET],
    ['gets an error that does not tell whether the call had an effect', SERVER_ERROR],
    ['gets a 502 from a proxy that cannot reach the gateway', { status: 502, body: '<html>' }],
    ['conflicts with its own first request, which still runs', json(409, { success: false, errorCode: 'IDEMPOTENCY_CONFLICT' })],
    ['exceeds the rate limit', json(429, { success: false, errorCode: 'TOO_MANY_REQUESTS' })],
  ])('is repeated with the same key and body when it %s', async (_condition, failed) => {
    server.setResponses(failed, failed, CREATED);
    expect(await create()).toEqual({ transactionId: 'a', redirectUrl: 'b' });
    const [firstRequest, ...repeats] = server.requests.map(({ headers, body }) => [headers['idempotency-key'], body]);
    expect(firstRequest).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), '{"amount":5}']);
    expect(repeats).toEqual([firstRequest, firstRequest]);
  });

  it('has an idempotency key of its own', async () => {
    server.setResponses(CREATED);
    await Promise.all([create(), create()]);
    expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  it.each([400, 401, 403, 404, 409, 422])('is not repeated when it is rejected with %d', async (status) => {
    server.setResponses(json(status, { success: false, errorCode: 'TRANSACTION_NOT_PAID', message: 'Not paid.' }));
    expect(await errorOf(create())).toMatchObject({ status, code: 'TRANSACTION_NOT_PAID' });
    expect(server.requests).toHaveLength(1);
  });

  it('ends with the last error response, or with the last connection error and its idempotency key', async () => {
    server.setResponses(SERVER_ERROR);
    expect(await errorOf(create())).toBeInstanceOf(GatewayError);
    server.setResponses(CONNECTION_RESET);
    const error = (await errorOf(create())) as NoResponseError;
    expect(error).toBeInstanceOf(NoResponseError);
    expect(error.idempotencyKey).toBe(server.requests.at(-1)?.headers['idempotency-key']);
    expect(server.requests).toHaveLength(6);
  });

  it('is not repeated when it is a DELETE, unless it was rejected by the rate limit', async () => {
    for (const response of [CONNECTION_RESET, SERVER_ERROR]) {
      server.setResponses(response);
      await errorOf(remove());
    }
    expect(server.requests).toHaveLength(2);
    server.setResponses(json(429, { success: false, errorCode: 'TOO_MANY_REQUESTS' }), { status: 204 });
    expect(await remove()).toBeUndefined();
  });

  it('is not repeated when Retry-After is longer than the maximum pause', async () => {
    server.setResponses(json(503, { success: false, errorCode: 'SERVICE_UNAVAILABLE' }, { 'retry-after': '3600' }));
    expect(await errorOf(create())).toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(1);
  });

  it('ends after its timeout, and when its caller aborts it', async () => {
    server.setResponses({ hold: true });
    const gatewayWithTimeout = new PaymentGateway({ url: server.url, token: 'secret-token', retries: 0, timeoutMs: 50 });
    expect(await errorOf(gatewayWithTimeout.get('/wallet'))).toBeInstanceOf(NoResponseError);
    const signal = AbortSignal.timeout(50);
    expect(await errorOf(gateway.get('/wallet', { signal }))).toBe(signal.reason);
  });

  it('waits as long as Retry-After says, and ends when its caller aborts it during the pause', async () => {
    server.setResponses(json(503, {}, { 'retry-after': '60' }));
    const pause = jest.spyOn(timers, 'setTimeout');
    syncBuiltinESMExports();
    const gatewayWithDefaults = new PaymentGateway({ url: server.url, token: 'secret-token' });
    const caller = new AbortController();
    const { signal } = caller;
    const result = errorOf(gatewayWithDefaults.get('/wallet', { signal }));
    const pauses = (): unknown[] => pause.mock.calls.flatMap(([ms, , options]) => (options?.signal === signal ? [ms] : []));
    const [pauseMs] = await until(pauses, ({ length }) => length > 0);
    expect(pauseMs).toBeGreaterThanOrEqual(60_000);
    caller.abort();
    expect(await result).toBe(signal.reason);
    expect([pauses().length, server.requests.length]).toEqual([1, 1]);
  });
});

describe('the token', () => {
  it('is not sent to another server: neither after a redirect nor for the URL of a next page', async () => {
    const otherServer = await Receiver.start();
    server.setResponses({ status: 307, headers: { location: `${otherServer.url}/wallet` } });
    expect(await errorOf(gateway.get('/wallet'))).toMatchObject({ status: 307, code: null });
    const page = (next: string | null) => json(200, { success: true, data: [1], pagination: { links: { next_page: next } } });
    server.setResponses(page(`${otherServer.url}/payment?page=2&perPage=1`), page(null));
    const items: unknown[] = [];
    for await (const item of gateway.list('/payment')) items.push(item);
    expect([items, server.requests.at(-1)?.path]).toEqual([[1, 1], '/payment?page=2&perPage=1']);
    expect(otherServer.requests).toEqual([]);
    await otherServer.close();
  });

  it('is not visible when the client is inspected or serialized, and must not be empty', () => {
    expect(inspect(gateway, { depth: 9, showHidden: true }) + JSON.stringify(gateway)).not.toContain('secret-token');
    for (const invalidOptions of [{ url: 'ftp://pay.example' }, { token: '' }])
      expect(() => new PaymentGateway({ url: 'https://pay.example', token: 'x', ...invalidOptions })).toThrow(TypeError);
  });
});
