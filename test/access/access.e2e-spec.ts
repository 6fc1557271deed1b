import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SystemClock } from '../../src/common/time/clocks.js';
import { RevokeTokenService } from '../../src/platform/partners/tokens/revoke-token.service.js';
import { type Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let behindProxy: World;
let shop: Shop;
beforeAll(async () => {
  [world, behindProxy] = await Promise.all([startWorld(), startWorld({ TRUST_PROXY: '127.0.0.1,10.0.0.0/8' })]);
  shop = await world.createPartnerShop();
});
afterAll(() => Promise.all([world.stop(), behindProxy.stop()]));

const UNAUTHORIZED = [401, { success: false, errorCode: 'UNAUTHORIZED' }];
const responseTo = async (token: string | null, headers: Record<string, string> = {}, target: World = world, path = '/directbilling') => {
  const { status, body } = await target.http.get(path, { token, headers });
  return [status, body];
};

describe('an access token', () => {
  it('is required after the scheme Bearer, and must be known to the gateway', async () => {
    expect(await responseTo(null)).toEqual(UNAUTHORIZED);
    expect(await responseTo('unknown')).toEqual(UNAUTHORIZED);
    expect(await responseTo(null, { Authorization: `Basic ${shop.token}` })).toEqual(UNAUTHORIZED);
    expect(await responseTo(null, { Authorization: shop.token })).toEqual(UNAUTHORIZED);
    expect(await responseTo(null, { Authorization: 'Bearer ' })).toEqual(UNAUTHORIZED);
    expect(await responseTo(null, { Authorization: `Bearer ${'x'.repeat(5000)}` })).toEqual(UNAUTHORIZED);
    expect(await responseTo(`${shop.token}x`)).toEqual(UNAUTHORIZED);
    expect(await responseTo(null, { Authorization: `Bearer ${shop.token} x` })).toEqual(UNAUTHORIZED);
    expect(await responseTo(null, { Authorization: `Basic x, Bearer ${shop.token}` })).toEqual(UNAUTHORIZED);
    expect(await responseTo(null, { Authorization: `Bearer${shop.token}` })).toEqual(UNAUTHORIZED);
    expect((await responseTo(shop.token))[0]).toBe(200);
  });

  it('is accepted with any case of the scheme, and after any number of spaces', async () => {
    expect((await responseTo(null, { Authorization: `bearer ${shop.token}` }))[0]).toBe(200);
    expect((await responseTo(null, { Authorization: `Bearer   ${shop.token}` }))[0]).toBe(200);
  });

  it('is requested with WWW-Authenticate when it is missing', async () =>
    expect((await world.http.get('/directbilling')).headers.get('www-authenticate')).toBe('Bearer'));

  it('is rejected after it has expired', async () => {
    const { token } = await shop.newToken({ expiresAt: new Date(Date.now() - 3_600_000) });
    const valid = await shop.newToken({ expiresAt: new Date(Date.now() + 3_600_000) });
    expect(await responseTo(token)).toEqual(UNAUTHORIZED);
    expect((await responseTo(valid.token))[0]).toBe(200);
  });

  it('is rejected from the exact time of its expiry', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { token } = await shop.newToken({ expiresAt });
    const clock = jest.spyOn(world.get(SystemClock), 'now').mockReturnValue(new Date(expiresAt.getTime() - 1));
    expect((await responseTo(token))[0]).toBe(200);
    clock.mockReturnValue(expiresAt);
    expect(await responseTo(token)).toEqual(UNAUTHORIZED);
    clock.mockRestore();
  });

  it('stops working within a second after it was revoked, also when it was just used', async () => {
    const { id, token } = await shop.newToken();
    const startMs = performance.now();
    const performanceNow = jest.spyOn(performance, 'now').mockImplementation(() => startMs);
    expect((await responseTo(token))[0]).toBe(200);
    await world.get(RevokeTokenService).run(id);
    performanceNow.mockImplementation(() => startMs + 1_000);
    expect(await responseTo(token)).toEqual(UNAUTHORIZED);
    performanceNow.mockRestore();
  });

  it('is not stored in plain text', async () => {
    const [row] = await world.database.query('SELECT row_to_json(access_token)::text AS text FROM access_token WHERE id = $1', [
      shop.tokenId,
    ]);
    expect(row.text).not.toContain(shop.token);
  });
});

describe('a token with abilities', () => {
  const FORBIDDEN = [403, { success: false, errorCode: 'INVALID_ABILITY_PROVIDED' }];
  it.each([
    [['directbilling.services'], 200],
    [['directbilling.*'], 200],
    [['*'], 200],
    [['directbilling.services.show'], 403],
    [['directbilling.services.*'], 403],
    [['sms.*', 'payment.*'], 403],
    [['direct.*'], 403],
  ])('%j gets %d for the list of services', async (abilities, status) => {
    const { token } = await shop.newToken({ abilities });
    expect(await responseTo(token)).toEqual(status === 200 ? [200, expect.anything()] : FORBIDDEN);
  });
});

describe('access to services', () => {
  it('is granted to the services that the token is limited to, also in the list', async () => {
    const { token } = await shop.newToken({ serviceIds: ['ffffffff', shop.serviceId] });
    expect((await responseTo(token, {}, world, `/directbilling/${shop.serviceId}`))[0]).toBe(200);
    expect((await world.http.get('/directbilling', { token })).body.data).toHaveLength(1);
  });

  it.each(['5f2c%009a1b', '5F2C9A1B', '5f2c9a1b0', 'x'.repeat(2000)])('gives 404 for %s, which is not a valid id', async (id) =>
    expect(await responseTo(shop.token, {}, world, `/directbilling/${id}`)).toEqual([
      404,
      { success: false, errorCode: 'SERVICE_NOT_FOUND' },
    ]),
  );

  it('gives 404 for another partner’s service, also when its own partner has just called it', async () => {
    const { token } = await world.createPartnerShop();
    const path = `/directbilling/${shop.serviceId}`;
    expect((await responseTo(shop.token, {}, world, path))[0]).toBe(200);
    const missing = [404, { success: false, errorCode: 'SERVICE_NOT_FOUND' }];
    expect([await responseTo(token, {}, world, path), await responseTo(token, {}, world, '/directbilling/ffffffff')]).toEqual([
      missing,
      missing,
    ]);
    expect((await responseTo(shop.token, {}, world, path))[0]).toBe(200);
  });

  it.each(['sms', 'payment'])('gives 404 for a service of another product below /%s', async (area) => {
    const { token } = await shop.newToken({ abilities: ['*'] });
    expect(await responseTo(token, {}, world, `/${area}/${shop.serviceId}`)).toEqual([
      404,
      { success: false, errorCode: 'SERVICE_NOT_FOUND' },
    ]);
  });

  it('gives 404 for a service outside the token’s limit, which is not in the list either', async () => {
    const { token } = await shop.newToken({ serviceIds: ['ffffffff'] });
    expect(await responseTo(token, {}, world, `/directbilling/${shop.serviceId}`)).toEqual([
      404,
      { success: false, errorCode: 'SERVICE_NOT_FOUND' },
    ]);
    expect((await world.http.get('/directbilling', { token })).body.data).toEqual([]);
  });
});

describe('a token with allowed addresses', () => {
  const ADDRESS_REJECTED = [403, { success: false, errorCode: 'IP_ADDRESS_NOT_WHITELISTED' }];
  it.each([
    [['127.0.0.1'], 200],
    [['127.0.0.0/8', '10.0.0.1'], 200],
    [['::ffff:127.0.0.1'], 200],
    [['::ffff:127.0.0.0/104'], 200],
    [['::ffff:7f00:1/128'], 200],
    [['::ffff:127.0.0.2/128', '::ffff:10.0.0.0/104'], 403],
    [['::/0', '::ffff:127.0.0.1/95'], 403],
    [['10.0.0.0/8'], 403],
    [['::1', '2001:db8::/32'], 403],
  ])('%j gives %d to a caller from 127.0.0.1', async (allowedNetworks, status) => {
    const { token } = await shop.newToken({ allowedNetworks });
    expect(await responseTo(token)).toEqual(status === 200 ? [200, expect.anything()] : ADDRESS_REJECTED);
  });

  it('ignores a forged X-Forwarded-For without a trusted proxy', async () => {
    const { token } = await shop.newToken({ allowedNetworks: ['10.1.2.3'] });
    for (const header of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'X-Client-IP'])
      expect(await responseTo(token, { [header]: '10.1.2.3' })).toEqual(ADDRESS_REJECTED);
  });

  it('uses a trusted proxy’s X-Forwarded-For up to the first address that is not trusted', async () => {
    const shopBehindProxy = await behindProxy.createPartnerShop();
    const { token } = await shopBehindProxy.newToken({ allowedNetworks: ['203.0.113.7', '2001:db8::/32'] });
    const forwardedFor = (value: string) => responseTo(token, { 'X-Forwarded-For': value }, behindProxy);
    expect((await forwardedFor('203.0.113.7'))[0]).toBe(200);
    expect((await forwardedFor('203.0.113.7, 10.9.9.9'))[0]).toBe(200);
    expect((await forwardedFor('2001:db8::5'))[0]).toBe(200);
    expect(await forwardedFor('203.0.113.7, 198.51.100.1')).toEqual(ADDRESS_REJECTED); // only the last address comes from the proxy, the client may have sent the first one itself
    expect(await forwardedFor('nonsense')).toEqual(ADDRESS_REJECTED);
    // Octal, hexadecimal and shortened forms of 10.0.0.1, a trusted proxy. The gateway must not accept them as this address.
    for (const text of ['012.0.0.1', '0x0a.0.0.1', '167772161', '10.1'])
      expect(await forwardedFor(`203.0.113.7, ${text}`)).toEqual(ADDRESS_REJECTED);
    const unlimited = await shopBehindProxy.newToken({ allowedNetworks: ['0.0.0.0/0'] });
    for (const text of ['010.0.0.1', '167772161'])
      expect(await responseTo(unlimited.token, { 'X-Forwarded-For': text }, behindProxy)).toEqual(ADDRESS_REJECTED);
    expect(await responseTo(token, {}, behindProxy)).toEqual(ADDRESS_REJECTED);
  });
});

describe('the body of a GET', () => {
  it('is ignored, even when it is no JSON', async () => {
    const headers = { Authorization: `Bearer ${shop.token}`, 'Content-Type': 'application/json', 'Content-Length': '1' };
    const request = httpRequest(`${world.http.baseUrl}/directbilling`, { headers }).end('{');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(200);
  });
});

describe('the order of checks', () => {
  it('is token, address, ability, service, then query parameters', async () => {
    const path = `/directbilling/${shop.serviceId}/calculate?amount=x`;
    const wrongAddress = await shop.newToken({ allowedNetworks: ['10.0.0.1'], abilities: ['sms.*'] });
    const wrongAbility = await shop.newToken({ abilities: ['sms.*'] });
    expect((await responseTo('unknown', {}, world, path))[0]).toBe(401);
    expect((await responseTo(wrongAddress.token, {}, world, path))[1]).toMatchObject({ errorCode: 'IP_ADDRESS_NOT_WHITELISTED' });
    expect((await responseTo(wrongAbility.token, {}, world, path.replace(shop.serviceId, 'ffffffff')))[1]).toMatchObject({
      errorCode: 'INVALID_ABILITY_PROVIDED',
    });
    expect((await responseTo(shop.token, {}, world, path.replace(shop.serviceId, 'ffffffff')))[1]).toMatchObject({
      errorCode: 'SERVICE_NOT_FOUND',
    });
    expect((await responseTo(shop.token, {}, world, path))[0]).toBe(422);
  });

  it('gives 404 for unknown routes and wrong methods without authentication', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['DELETE', '/directbilling'],
      ['PUT', `/directbilling/${shop.serviceId}`],
      ['GET', '/directbilling/%E0%A4%A'],
    ] as const) {
      const { status, body } = await world.http.send(method, path);
      expect([path, status, body]).toEqual([path, 404, { success: false, errorCode: 'ROUTE_NOT_FOUND' }]);
    }
  });
});

describe('every response', () => {
  it('has a request id: the one of the request if it is valid, otherwise a new one', async () => {
    expect((await world.http.get('/nothing')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await world.http.get('/nothing', { headers: { 'X-Request-Id': 'shop-42' } })).headers.get('x-request-id')).toBe('shop-42');
    expect((await world.http.get('/nothing', { headers: { 'X-Request-Id': 'a b<script>' } })).headers.get('x-request-id')).toMatch(
      /^[0-9a-f-]{36}$/,
    );
  });

  it('does not reveal the server software', async () => {
    const { headers } = await world.http.get('/nothing');
    expect([headers.get('x-powered-by'), headers.get('server'), headers.get('x-content-type-options')]).toEqual([null, null, 'nosniff']);
  });

  it('is not cached and cannot be framed', async () => {
    for (const path of ['/nothing', '/directbilling']) {
      const { headers } = await world.http.get(path, { token: shop.token });
      expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
      expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
      expect(headers.get('strict-transport-security')).toContain('max-age=');
    }
  });
});
