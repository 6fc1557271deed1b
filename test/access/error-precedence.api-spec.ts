import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

const LIMIT_PER_ADDRESS = 20;

/** docs/errors.md documents the order. Each request also has errors that the gateway would check later. */
describe('a request with several errors', () => {
  let world: World;
  let shop: Shop;
  let fromOtherAddress: string;
  let withoutAbility: string;
  let limitedToken: string;
  beforeAll(async () => {
    const limits = { RATE_LIMIT_PER_ADDRESS: String(LIMIT_PER_ADDRESS), RATE_LIMIT_FAILED_AUTH: '2', RATE_LIMIT_PER_TOKEN: '5' };
    world = await startWorld({ ...limits, TRUST_PROXY: '127.0.0.1' });
    shop = await world.createPartnerShop();
    fromOtherAddress = (await shop.newToken({ allowedNetworks: ['10.0.0.1'], abilities: ['sms.numbers'] })).token;
    withoutAbility = (await shop.newToken({ abilities: ['sms.numbers'] })).token;
    limitedToken = (await shop.newToken()).token;
  });
  afterAll(() => world.stop());

  const TOO_LARGE = JSON.stringify('x'.repeat(300_000));
  interface RequestOptions {
    token?: string;
    body?: string;
    type?: string;
    path?: string;
    headers?: Record<string, string>;
  }
  /** By default the service does not exist, and the body is too large, of a wrong type and no JSON. */
  async function send(
    address: string,
    { token, body = `${TOO_LARGE}{`, type = 'text/plain', path = '/directbilling/ffffffff/transactions', headers }: RequestOptions,
  ) {
    const response = await fetch(world.http.baseUrl + path, {
      method: 'POST',
      headers: { 'X-Forwarded-For': address, 'Content-Type': type, ...(token && { Authorization: `Bearer ${token}` }), ...headers },
      body,
    });
    return [response.status, ((await response.json()) as { errorCode: string }).errorCode];
  }
  let usedAddresses = 0;
  /** An address without earlier requests, so that limits per address do not matter. */
  const newAddress = (): string => `198.51.100.${100 + (usedAddresses += 1)}`;

  it('first gets the error that the route does not exist, even without a valid token and beyond the rate limit', async () => {
    await Promise.all(times(LIMIT_PER_ADDRESS, () => world.http.get('/ip', { headers: { 'X-Forwarded-For': '198.51.100.1' } })));
    expect(await send('198.51.100.1', { token: 'wrong', path: '/nowhere' })).toEqual([404, 'ROUTE_NOT_FOUND']);
    expect(await send('198.51.100.1', { token: 'wrong', path: '/healthz' })).toEqual([404, 'ROUTE_NOT_FOUND']);
    expect(await send('198.51.100.1', { token: 'wrong' })).toEqual([429, 'TOO_MANY_REQUESTS']);
  });

  it('then gets errors of the caller: no token, a wrong token, too many wrong tokens, the address, the ability', async () => {
    const address = newAddress();
    expect(await send(address, {})).toEqual([401, 'UNAUTHORIZED']);
    expect(await send(address, { token: 'wrong-1' })).toEqual([401, 'UNAUTHORIZED']);
    expect(await send(address, { token: 'wrong-2' })).toEqual([401, 'UNAUTHORIZED']);
    expect(await send(address, { token: 'wrong-3' })).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(await send(address, { token: fromOtherAddress })).toEqual([403, 'IP_ADDRESS_NOT_WHITELISTED']);
    expect(await send(address, { token: withoutAbility })).toEqual([403, 'INVALID_ABILITY_PROVIDED']);
  });

  it('then gets the rate limit of the token, which does not count requests that were rejected before', async () => {
    for (let i = 0; i < 8; i += 1) expect((await send(newAddress(), { token: withoutAbility }))[0]).toBe(403);
    for (let i = 0; i < 5; i += 1) expect((await send(newAddress(), { token: limitedToken }))[0]).toBe(413);
    expect(await send(newAddress(), { token: limitedToken })).toEqual([429, 'TOO_MANY_REQUESTS']);
  });

  it('then gets errors of the body: its length, its type and encoding, its JSON', async () => {
    const token = (await shop.newToken()).token;
    expect(await send(newAddress(), { token })).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await send(newAddress(), { token, body: '{' })).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const headers = { 'Content-Encoding': 'gzip' };
    expect(await send(newAddress(), { token, body: '{', type: 'application/json', headers })).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await send(newAddress(), { token, body: '{', type: 'application/json' })).toEqual([400, 'MALFORMED_JSON']);
  });

  it('last gets errors of the service in the path and of the fields in the body', async () => {
    const token = (await shop.newToken()).token;
    expect(await send(newAddress(), { token, body: '{}', type: 'application/json' })).toEqual([404, 'SERVICE_NOT_FOUND']);
    const path = `/directbilling/${shop.serviceId}/transactions`;
    expect(await send(newAddress(), { token, body: '{}', type: 'application/json', path })).toEqual([422, 'VALIDATION_ERROR']);
  });
});
