import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { headersOf, type OlderResponse, olderRequest } from './support/older-request.js';

const LIMIT_PER_TOKEN = 50;

let log = '';
let world: World;
let shop: Shop;
beforeAll(async () => {
  const limits = {
    RATE_LIMIT_FAILED_AUTH: '3',
    RATE_LIMIT_PER_ADDRESS: '40',
    RATE_LIMIT_PER_TOKEN: `${LIMIT_PER_TOKEN}`,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'trace',
  };
  world = await startWorld(limits, pino({ level: 'trace' }, { write: (line) => void (log += line) }));
  shop = await world.createPartnerShop();
});
afterAll(() => world.stop());

let usedAddresses = 0;
/** An address without earlier requests, so that limits per address do not matter. */
const newAddress = (): string => `198.51.100.${(usedAddresses += 1)}`;
const get = (headers: Record<string, string>, address = newAddress(), path = '/sms/numbers/7055'): Promise<OlderResponse> =>
  olderRequest(world.http.baseUrl, 'GET', path, { headers: { 'X-Forwarded-For': address, ...headers } });
const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

/** A number in the current form and in the form for older clients, where `value` is the net price. */
const STRICT = { number: 7055, value: 0.62, value_net: 0.5, adult: false };
const OLDER = { number: 7055, value: 0.5, value_net: 0.62, adult: false, value_gross: 0.62 };

describe('a response in the older form', () => {
  it.each(['X-SIM-PLATFORM', 'X-SIM-VERSION', 'X-Sim-Locale', 'x-sim-anything'])('is sent to a client with the header %s', async (name) => {
    expect((await get({ ...bearer(shop.token), [name]: '' })).body.data).toEqual(OLDER);
  });

  it.each(['X-SIMPAY', 'SIM-KEY', 'X-Simulation', 'X-Platform'])('is not sent to a client with the header %s', async (name) => {
    expect((await get({ ...bearer(shop.token), [name]: '1' })).body.data).toEqual(STRICT);
  });

  it('is sent for a token with compatibility, also in errors', async () => {
    const { token } = await shop.newToken({ compatibility: 'A' });
    expect((await get(bearer(token))).body.data).toEqual(OLDER);
    expect((await get(bearer(token), newAddress(), '/sms/ffffffff')).body).toMatchObject({
      errorCode: 'SERVICE_NOT_FOUND',
      code: 'SERVICE_NOT_FOUND',
      errors: {},
    });
    expect((await get(bearer(`${token}x`))).text).toBe(JSON.stringify({ success: false, errorCode: 'UNAUTHORIZED' }));
  });

  it('is sent for a token with compatibility, also when the token itself is rejected', async () => {
    const { token: withoutAbility } = await shop.newToken({ compatibility: 'A', abilities: ['sms.services'] });
    const { token: forOtherAddress } = await shop.newToken({ compatibility: 'B', allowedNetworks: ['192.0.2.1'] });
    const { token: overLimit } = await shop.newToken({ compatibility: 'A' });
    for (let calls = 0; calls < LIMIT_PER_TOKEN; calls += 1) await get(bearer(overLimit));
    for (const [token, status, code] of [
      [withoutAbility, 403, 'INVALID_ABILITY_PROVIDED'],
      [forOtherAddress, 403, 'IP_ADDRESS_NOT_WHITELISTED'],
      [overLimit, 429, 'TOO_MANY_REQUESTS'],
    ] as const) {
      const response = await get(bearer(token));
      expect([response.status, response.body]).toEqual([
        status,
        { success: false, errorCode: code, message: expect.stringMatching(/^[A-Z].+\.$/), errors: {}, code },
      ]);
    }
  });

  it('has the form of tier B for a token of tier B with a header of tier A', async () => {
    const { token } = await shop.newToken({ compatibility: 'B' });
    const call = { headers: { 'X-Forwarded-For': newAddress(), ...bearer(token), 'X-SIM-LANG': 'en' } };
    const path = `/directbilling/${shop.serviceId}/transactions`;
    const created = await olderRequest(world.http.baseUrl, 'POST', path, { ...call, body: { amount: 5 } });
    const { data } = (await olderRequest(world.http.baseUrl, 'GET', `${path}/${created.body.data.transaction_id}`, call)).body;
    expect([data.operator, data.notify.last_send_at]).toEqual(['', data.created_at]);
  });

  it('has the form of tier B for headers of tier B with a token of tier A', async () => {
    const { token } = await shop.newToken({ compatibility: 'A' });
    const path = `/directbilling/${shop.serviceId}/transactions`;
    const created = await olderRequest(world.http.baseUrl, 'POST', path, { headers: headersOf.B(token), body: { amount: 5 } });
    const transaction = await olderRequest(world.http.baseUrl, 'GET', `${path}/${created.body.data.transaction_id}`, {
      headers: headersOf.B(token),
    });
    expect(transaction.body.data.operator).toBe('');
  });

  it('has the form of tier B for a token of tier B without a header, and its request is translated', async () => {
    const { token } = await shop.newToken({ compatibility: 'B' });
    const path = `/directbilling/${shop.serviceId}/transactions`;
    const call = { headers: { 'X-Forwarded-For': newAddress(), ...bearer(token) } };
    const created = await olderRequest(world.http.baseUrl, 'POST', path, { ...call, body: { amount: 10, amount_type: 'net' } });
    const transaction = (await olderRequest(world.http.baseUrl, 'GET', `${path}/${created.body.data.transaction_id}`, call)).body.data;
    expect(transaction).toMatchObject({ operator: '', value: 12.3, value_created: 10, value_created_type: 'Net' });
  });

  it('does not have the Content-Length of the strict response for a HEAD request', async () => {
    const response = await fetch(`${world.http.baseUrl}/sms/numbers/7055`, { method: 'HEAD', headers: headersOf.A(shop.token) });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, null]);
  });
});

describe('a key and a password', () => {
  it('are accepted as a token with any key', async () => {
    expect((await get(headersOf.B(shop.token))).body.data).toEqual(OLDER);
    expect((await get({ 'X-SIM-KEY': '', 'X-SIM-PASSWORD': shop.token })).status).toBe(200);
  });

  it('are not accepted without the key', async () => {
    expect((await get({ 'X-SIM-PASSWORD': shop.token })).status).toBe(401);
  });

  it.each(['Bearer wrong', 'Basic eDp5', ''])('are ignored when there is an Authorization header: %p', async (authorization) => {
    expect((await get({ ...headersOf.B(shop.token), Authorization: authorization })).status).toBe(401);
    expect((await get({ ...headersOf.B('wrong'), ...bearer(shop.token) })).status).toBe(200);
  });

  it('count as failed tokens when they are wrong, and the errors have the form of tier B', async () => {
    const address = newAddress();
    const responses = [];
    for (const guess of ['1', '2', '3', '4']) responses.push(await get(headersOf.B(`wrong ${guess}`.replace(' ', '-')), address));
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    expect(responses.at(-1)?.body).toMatchObject({ errorCode: 'TOO_MANY_REQUESTS', code: 'TOO_MANY_REQUESTS', errors: {} });
    expect(responses.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await get(headersOf.B(shop.token), address)).status).toBe(200); // a valid token is still accepted
  });

  it('have the limits of the token', async () => {
    const { token } = await shop.newToken({ abilities: ['sms.services'], allowedNetworks: ['192.0.2.1'] });
    expect((await get(headersOf.B(token))).body).toMatchObject({ errorCode: 'IP_ADDRESS_NOT_WHITELISTED', message: expect.any(String) });
    expect((await get(headersOf.B(token), '192.0.2.1')).body).toMatchObject({ errorCode: 'INVALID_ABILITY_PROVIDED' });
  });

  it('are not read when the address is over its rate limit', async () => {
    const address = newAddress();
    await Promise.all(times(40, () => get({}, address, '/ip')));
    const response = await get(headersOf.B('wrong'), address);
    expect([response.status, response.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  });

  it('are not logged, even with the log level trace', async () => {
    await get(headersOf.B(shop.token));
    await get(headersOf.B('a-password-that-is-wrong'));
    expect(log).toContain('request completed');
    expect(log).not.toContain(shop.token);
    expect(log).not.toContain('a-password-that-is-wrong');
  });
});

describe('the order of checks', () => {
  it('is the same as for current clients: a wrong token is rejected before the body is read', async () => {
    const response = await olderRequest(world.http.baseUrl, 'POST', `/directbilling/${shop.serviceId}/transactions`, {
      headers: { 'X-Forwarded-For': newAddress(), ...headersOf.B('wrong'), 'Content-Type': 'text/plain' },
      body: '{'.repeat(300_000),
    });
    expect([response.status, response.body.errorCode]).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('two slashes before a path', () => {
  it('are read as one slash for an older client', async () => {
    const numbers = await get(headersOf.B(shop.token), newAddress(), '//sms/numbers?limit=5&page=1');
    expect(numbers.body.pagination.links.next_page).toBe('https://pay.example.test/sms/numbers?limit=5&page=2');
  });
});
