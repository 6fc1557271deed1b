import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signMessage } from '../../src/common/signed-message.js';
import type { HttpResponse, HttpRequest } from '../support/http-client.js';
import { routesOf } from '../support/routes.js';
import type { Shop } from '../support/shop.js';
import { countStatus, times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

const LIMIT = 10;
const SMS_SECRET = 'the-secret-of-the-sms-gateway';
const CONNECTOR_SECRET = 'the-secret-of-the-operators';

let world: World;
let shop: Shop;
let paymentPath: string;
beforeAll(async () => {
  world = await startWorld({
    RATE_LIMIT_FAILED_AUTH: String(LIMIT),
    SMS_CONNECTOR_SECRET: SMS_SECRET,
    CONNECTOR_SECRET,
    TRUST_PROXY: '127.0.0.1',
  });
  shop = await world.createPartnerShop();
  paymentPath = new URL((await shop.create()).body.data.redirectUrl).pathname;
});
afterAll(() => world.stop());

/** A request that a trusted proxy forwards from this address. */
const from = (address: string, call: HttpRequest = {}): HttpRequest => ({
  ...call,
  headers: { 'X-Forwarded-For': address, ...call.headers },
});
let guessedTokens = 0;
const guessToken = (address: string): Promise<HttpResponse> =>
  world.http.get('/directbilling', from(address, { token: `guess-${(guessedTokens += 1)}` }));
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
  it('is limited: after too many wrong tokens an address gets 429, except with a valid token', async () => {
    const responses = await Promise.all(times(LIMIT + 5, () => guessToken('198.51.100.1')));
    expect([countStatus(responses, 401), countStatus(responses, 429)]).toEqual([LIMIT, 5]);
    const rejected = await guessToken('198.51.100.1');
    expect([rejected.status, rejected.body]).toEqual([429, { success: false, errorCode: 'TOO_MANY_REQUESTS' }]);
    expect((await shop.get('', from('198.51.100.1'))).status).toBe(200);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await shop.get('', from('198.51.100.2'))).status).toBe(200);
  });

  it('does not block other requests from the same address: of partners, payers, providers, and without a token', async () => {
    const address = '198.51.100.3';
    for (let i = 0; i <= LIMIT; i += 1) await guessToken(address);
    expect((await shop.get('', from(address))).status).toBe(200);
    expect((await world.http.get(paymentPath, from(address))).status).toBe(200);
    expect((await world.http.get(paymentPath, from(address, { headers: { Authorization: 'Basic c3RhZ2luZzpzdGFnaW5n' } }))).status).toBe(
      200,
    );
    expect((await world.http.get('/ip', from(address))).status).toBe(200);
    expect((await world.http.get('/directbilling', from(address))).status).toBe(401);
    expect((await sendMessage(address, SMS_SECRET)).status).toBe(200);
  });

  it('does not count the use of an expired token', async () => {
    const address = '198.51.100.4';
    const { token } = await shop.newToken({ expiresAt: new Date(Date.now() - 1000) });
    const responses = await Promise.all(times(LIMIT + 5, () => world.http.get('/directbilling', from(address, { token }))));
    expect(countStatus(responses, 401)).toBe(LIMIT + 5);
    expect((await guessToken(address)).status).toBe(401);
  });

  it('is limited for all addresses of an IPv6 /48 together, with sixteen times the guesses', async () => {
    const responses = await Promise.all(times(LIMIT * 16 + 5, (i) => guessToken(`2001:db8:4:${i.toString(16)}::1`)));
    // The gateway reserves points of the limit in chunks, so a few points may remain unused.
    expect(countStatus(responses, 401)).toBeGreaterThan(LIMIT * 15);
    expect(countStatus(responses, 429)).toBeGreaterThanOrEqual(5);
    expect((await guessToken('2001:db8:5:1::1')).status).toBe(401);
  });

  it('is limited for an IPv4 address and its 6to4 addresses together', async () => {
    for (let i = 0; i < LIMIT; i += 1) await guessToken(i % 2 === 0 ? '203.0.113.7' : `2002:cb00:7107:${i}::1`);
    expect((await guessToken('2002:cb00:7107:ff::1')).status).toBe(429);
    expect((await guessToken('203.0.113.7')).status).toBe(429);
  });

  it('is limited for all addresses of an IPv6 /64 together', async () => {
    const responses = await Promise.all(times(40, (i) => guessToken(`2001:db8:1:1:${i.toString(16)}::1`)));
    expect([countStatus(responses, 401), countStatus(responses, 429)]).toEqual([LIMIT, 40 - LIMIT]);
    expect((await guessToken('2001:db8:1:2::1')).status).toBe(401);
  });
});

describe('guessing the secrets of providers', () => {
  it('is limited on each connector route', async () => {
    const routes = routesOf(world).filter(({ path }) => path.startsWith('/connectors/'));
    expect(routes.length).toBeGreaterThanOrEqual(3);
    for (const [index, { method, path }] of routes.entries()) {
      const sendWithoutSecret = (): Promise<HttpResponse> =>
        world.http.send(method, path.replace(':operator', 'orange').replace(':account', 'sandbox'), from(`198.51.100.${20 + index}`));
      const responses = await Promise.all(times(LIMIT + 5, sendWithoutSecret));
      expect([method, path, countStatus(responses, 401), countStatus(responses, 429)]).toEqual([method, path, LIMIT, 5]);
    }
  });

  it('does not block correct secrets and tokens from the same address: of an SMS gateway, an operator or a partner', async () => {
    const address = '198.51.100.40';
    for (let i = 0; i < LIMIT; i += 1) expect((await sendMessage(address, `guess-${i}`)).status).toBe(401);
    const rejected = await sendMessage(address, 'one-more');
    expect([rejected.status, Number(rejected.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await sendCallback(address, 'wrong-secret')).status).toBe(429);
    expect((await sendMessage(address, SMS_SECRET)).status).toBe(200);
    expect((await sendCallback(address, CONNECTOR_SECRET)).status).toBe(200);
    expect((await shop.get('', from(address))).status).toBe(200);
    expect((await sendMessage(address, 'still-one-more')).status).toBe(429);
  });

  it('does not count requests with a correct secret or for an unknown operator', async () => {
    const address = '198.51.100.42';
    const sendInvalid = (): Promise<HttpResponse> =>
      world.http.post('/connectors/sms/inbound?id=1', from(address, { headers: { 'X-Connector-Secret': SMS_SECRET } }));
    for (let i = 0; i <= LIMIT; i += 1) expect((await sendInvalid()).status).toBe(400);
    const sendUnknownRoute = (): Promise<HttpResponse> => world.http.post('/connectors/directbilling/nobody/reports', from(address));
    for (let i = 0; i <= LIMIT; i += 1) expect((await sendUnknownRoute()).status).toBe(404);
  });
});
