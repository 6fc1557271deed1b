import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { GatewayError, NoResponseError, PaymentGateway } from '../../clients/typescript/src/index.js';
import { Receiver, type ReceiverResponse } from '../support/receiver.js';
import { until } from '../support/until.js';

/** Answers as it is told, in place of a gateway that is away, overloaded or behind a proxy. */
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
const DONE = json(200, { success: true, data: { transactionId: 'a', redirectUrl: 'b' } });
const BROKEN = json(500, { success: false, errorCode: 'INTERNAL_ERROR' });
const CUT: ReceiverResponse = { reset: true };
const create = () => gateway.post('/payment/{serviceId}/transactions', { path: { serviceId: '5f2c9a1b' }, body: { amount: 5 } });
const remove = () => gateway.delete('/payment/{serviceId}/blik/aliases/{aliasId}', { path: { serviceId: '5f2c9a1b', aliasId: 'a' } });
const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a call that failed', () => {
  it.each([
    ['got no answer', CUT],
    ['got an error that says nothing about its effect', BROKEN],
    ['met a proxy whose gateway is away', { status: 502, body: '<html>' }],
    ['is still running', json(409, { success: false, errorCode: 'IDEMPOTENCY_CONFLICT' })],
    ['came too often', json(429, { success: false, errorCode: 'TOO_MANY_REQUESTS' })],
  ])('is repeated with the same key and body when it %s', async (_what, first) => {
    server.answer(first, first, DONE);
    expect(await create()).toEqual({ transactionId: 'a', redirectUrl: 'b' });
    const [one, ...others] = server.requests.map(({ headers, body }) => [headers['idempotency-key'], body]);
    expect(one).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), '{"amount":5}']);
    expect(others).toEqual([one, one]);
  });

  it('has a key of its own each time', async () => {
    server.answer(DONE);
    await Promise.all([create(), create()]);
    expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  it.each([400, 401, 403, 404, 409, 422])('is not repeated when it was refused with %d', async (status) => {
    server.answer(json(status, { success: false, errorCode: 'TRANSACTION_NOT_PAID', message: 'Not paid.' }));
    expect(await failure(create())).toMatchObject({ status, code: 'TRANSACTION_NOT_PAID' });
    expect(server.requests).toHaveLength(1);
  });

  it('ends with the last answer, or with the last failure and its key', async () => {
    server.answer(BROKEN);
    expect(await failure(create())).toBeInstanceOf(GatewayError);
    server.answer(CUT);
    const error = (await failure(create())) as NoResponseError;
    expect(error).toBeInstanceOf(NoResponseError);
    expect(error.idempotencyKey).toBe(server.requests.at(-1)?.headers['idempotency-key']);
    expect(server.requests).toHaveLength(6);
  });

  it('is not repeated when it removes something, unless it was turned away at the door', async () => {
    for (const answer of [CUT, BROKEN]) {
      server.answer(answer);
      await failure(remove());
    }
    expect(server.requests).toHaveLength(2);
    server.answer(json(429, { success: false, errorCode: 'TOO_MANY_REQUESTS' }), { status: 204 });
    expect(await remove()).toBeUndefined();
  });

  it('is not repeated where Retry-After asks for a longer pause than it may make', async () => {
    server.answer(json(503, { success: false, errorCode: 'SERVICE_UNAVAILABLE' }, { 'retry-after': '3600' }));
    expect(await failure(create())).toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(1);
  });

  it('takes no longer than it may, and ends with its caller', async () => {
    server.answer({ hold: true });
    const hasty = new PaymentGateway({ url: server.url, token: 'secret-token', retries: 0, timeoutMs: 50 });
    expect(await failure(hasty.get('/wallet'))).toBeInstanceOf(NoResponseError);
    const signal = AbortSignal.timeout(50);
    expect(await failure(gateway.get('/wallet', { signal }))).toBe(signal.reason);
  });

  it('waits as long as Retry-After says, and ends with its caller meanwhile', async () => {
    server.answer(json(503, {}, { 'retry-after': '60' }));
    const pause = jest.spyOn(timers, 'setTimeout');
    syncBuiltinESMExports();
    const patient = new PaymentGateway({ url: server.url, token: 'secret-token' });
    const caller = new AbortController();
    const { signal } = caller;
    const end = failure(patient.get('/wallet', { signal }));
    const pauses = (): unknown[] => pause.mock.calls.flatMap(([ms, , options]) => (options?.signal === signal ? [ms] : []));
    const [pauseMs] = await until(pauses, ({ length }) => length > 0);
    expect(pauseMs).toBeGreaterThanOrEqual(60_000);
    caller.abort();
    expect(await end).toBe(signal.reason);
    expect([pauses().length, server.requests.length]).toEqual([1, 1]);
  });
});

describe('the token', () => {
  it('is not carried elsewhere: neither by a redirect nor by the address of a next page', async () => {
    const elsewhere = await Receiver.start();
    server.answer({ status: 307, headers: { location: `${elsewhere.url}/wallet` } });
    expect(await failure(gateway.get('/wallet'))).toMatchObject({ status: 307, code: null });
    const page = (next: string | null) => json(200, { success: true, data: [1], pagination: { links: { next_page: next } } });
    server.answer(page(`${elsewhere.url}/payment?page=2&perPage=1`), page(null));
    const items: unknown[] = [];
    for await (const item of gateway.list('/payment')) items.push(item);
    expect([items, server.requests.at(-1)?.path]).toEqual([[1, 1], '/payment?page=2&perPage=1']);
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  it('is in no text of the client', () => {
    expect(inspect(gateway, { depth: 9, showHidden: true }) + JSON.stringify(gateway)).not.toContain('secret-token');
    for (const wrong of [{ url: 'ftp://pay.example' }, { token: '' }])
      expect(() => new PaymentGateway({ url: 'https://pay.example', token: 'x', ...wrong })).toThrow(TypeError);
  });
});
