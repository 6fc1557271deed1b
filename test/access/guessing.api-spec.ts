import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signMessage } from '../../src/common/http/signed-message.js';
import type { HttpResponse, HttpRequest } from '../support/http-client.js';
import { routesOf } from '../support/routes.js';
import type { Shop } from '../support/shop.js';
import { count, times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

const LIMIT = 10;
const SECRET = 'the-secret-of-the-sms-gateway';
const CONNECTOR_SECRET = 'the-secret-of-the-operators';

let world: World;
let shop: Shop;
let page: string;
beforeAll(async () => {
  world = await startWorld({
    RATE_LIMIT_FAILED_AUTH: String(LIMIT),
    SMS_CONNECTOR_SECRET: SECRET,
    CONNECTOR_SECRET,
    TRUST_PROXY: '127.0.0.1',
  });
  shop = await world.partner();
  page = new URL((await shop.create()).body.data.redirectUrl).pathname;
});
afterAll(() => world.stop());

const from = (address: string, call: HttpRequest = {}): HttpRequest => ({
  ...call,
  headers: { 'X-Forwarded-For': address, ...call.headers },
});
let guesses = 0;
const guess = (address: string): Promise<HttpResponse> =>
  world.http.get('/directbilling', from(address, { token: `guess-${(guesses += 1)}` }));
const sendMessage = (address: string, secret: string): Promise<HttpResponse> =>
  world.http.post(
    '/connectors/sms/inbound?id=1&from=48500600700&to=7055&text=x',
    from(address, { headers: { 'X-Connector-Secret': secret } }),
  );

/** An operator's callback about a charge that does not exist. */
const sendCallback = (address: string, secret: string): Promise<HttpResponse> => {
  const body = JSON.stringify({ reportId: 'report-1', chargeReference: '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30', result: 'BOOKED' });
  const headers = signMessage(secret, { subject: 'report orange', body }, new Date());
  return world.http.post('/connectors/directbilling/orange/reports', from(address, { body, headers }));
};

describe('guessing tokens', () => {
  it('is limited: after too many wrong tokens the address must wait, except with a right one', async () => {
    const responses = await Promise.all(times(LIMIT + 5, () => guess('198.51.100.1')));
    expect([count(responses, 401), count(responses, 429)]).toEqual([LIMIT, 5]);
    const refused = await guess('198.51.100.1');
    expect([refused.status, refused.body]).toEqual([429, { success: false, errorCode: 'TOO_MANY_REQUESTS' }]);
    expect((await shop.get('', from('198.51.100.1'))).status).toBe(200);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await shop.get('', from('198.51.100.2'))).status).toBe(200);
  });

  it('does not block others at the same address: partners, payers, providers, callers without a token', async () => {
    const address = '198.51.100.3';
    for (let i = 0; i <= LIMIT; i += 1) await guess(address);
    expect((await shop.get('', from(address))).status).toBe(200);
    expect((await world.http.get(page, from(address))).status).toBe(200);
    expect((await world.http.get(page, from(address, { headers: { Authorization: 'Basic c3RhZ2luZzpzdGFnaW5n' } }))).status).toBe(200);
    expect((await world.http.get('/ip', from(address))).status).toBe(200);
    expect((await world.http.get('/directbilling', from(address))).status).toBe(401);
    expect((await sendMessage(address, SECRET)).status).toBe(200);
  });

  it('does not include the use of an expired token', async () => {
    const address = '198.51.100.4';
    const { token } = await shop.newToken({ expiresAt: new Date(Date.now() - 1000) });
    const responses = await Promise.all(times(LIMIT + 5, () => world.http.get('/directbilling', from(address, { token }))));
    expect(count(responses, 401)).toBe(LIMIT + 5);
    expect((await guess(address)).status).toBe(401);
  });

  it('is limited for all addresses of an IPv6 /48 together, with sixteen times the guesses', async () => {
    const responses = await Promise.all(times(LIMIT * 16 + 5, (i) => guess(`2001:db8:4:${i.toString(16)}::1`)));
    // A process takes its points in chunks, so a few may remain.
    expect(count(responses, 401)).toBeGreaterThan(LIMIT * 15);
    expect(count(responses, 429)).toBeGreaterThanOrEqual(5);
    expect((await guess('2001:db8:5:1::1')).status).toBe(401);
  });

  it('is limited for an IPv4 address and its 6to4 addresses together', async () => {
    for (let i = 0; i < LIMIT; i += 1) await guess(i % 2 === 0 ? '203.0.113.7' : `2002:cb00:7107:${i}::1`);
    expect((await guess('2002:cb00:7107:ff::1')).status).toBe(429);
    expect((await guess('203.0.113.7')).status).toBe(429);
  });

  it('is limited for all addresses of an IPv6 /64 together', async () => {
    const responses = await Promise.all(times(40, (i) => guess(`2001:db8:1:1:${i.toString(16)}::1`)));
    expect([count(responses, 401), count(responses, 429)]).toEqual([LIMIT, 40 - LIMIT]);
    expect((await guess('2001:db8:1:2::1')).status).toBe(401);
  });
});

describe('guessing the secrets of providers', () => {
  it('is limited on each connector route', async () => {
    const routes = routesOf(world).filter(({ path }) => path.startsWith('/connectors/'));
    expect(routes.length).toBeGreaterThanOrEqual(3);
    for (const [index, { method, path }] of routes.entries()) {
      const call = (): Promise<HttpResponse> =>
        world.http.send(method, path.replace(':operator', 'orange').replace(':account', 'sandbox'), from(`198.51.100.${20 + index}`));
      const responses = await Promise.all(times(LIMIT + 5, call));
      expect([method, path, count(responses, 401), count(responses, 429)]).toEqual([method, path, LIMIT, 5]);
    }
  });

  it('does not block right secrets from the same address: of an SMS gateway, an operator or a partner', async () => {
    const address = '198.51.100.40';
    for (let i = 0; i < LIMIT; i += 1) expect((await sendMessage(address, `guess-${i}`)).status).toBe(401);
    const refused = await sendMessage(address, 'one-more');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await sendCallback(address, 'wrong-secret')).status).toBe(429);
    expect((await sendMessage(address, SECRET)).status).toBe(200);
    expect((await sendCallback(address, CONNECTOR_SECRET)).status).toBe(200);
    expect((await shop.get('', from(address))).status).toBe(200);
    expect((await sendMessage(address, 'still-one-more')).status).toBe(429);
  });

  it('does not include requests with a right secret and other errors', async () => {
    const address = '198.51.100.42';
    const sendInvalid = (): Promise<HttpResponse> =>
      world.http.post('/connectors/sms/inbound?id=1', from(address, { headers: { 'X-Connector-Secret': SECRET } }));
    for (let i = 0; i <= LIMIT; i += 1) expect((await sendInvalid()).status).toBe(400);
    const sendUnknownRoute = (): Promise<HttpResponse> => world.http.post('/connectors/directbilling/nobody/reports', from(address));
    for (let i = 0; i <= LIMIT; i += 1) expect((await sendUnknownRoute()).status).toBe(404);
  });
});
