import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

const PER_ADDRESS = 20;

/** The order that docs/errors.md documents. Each request also has the errors that are checked later. */
describe('a request with several errors', () => {
  let world: World;
  let shop: Shop;
  let fromOtherAddress: string;
  let withoutAbility: string;
  let busy: string;
  beforeAll(async () => {
    const limits = { RATE_LIMIT_PER_ADDRESS: String(PER_ADDRESS), RATE_LIMIT_FAILED_AUTH: '2', RATE_LIMIT_PER_TOKEN: '5' };
    world = await startWorld({ ...limits, TRUST_PROXY: '127.0.0.1' });
    shop = await world.partner();
    fromOtherAddress = (await shop.newToken({ allowedNetworks: ['10.0.0.1'], abilities: ['sms.numbers'] })).token;
    withoutAbility = (await shop.newToken({ abilities: ['sms.numbers'] })).token;
    busy = (await shop.newToken()).token;
  });
  afterAll(() => world.stop());

  const LONG = JSON.stringify('x'.repeat(300_000));
  interface RequestOptions {
    token?: string;
    body?: string;
    type?: string;
    path?: string;
    headers?: Record<string, string>;
  }
  /** By default, the service does not exist and the body breaks every rule. */
  async function send(
    address: string,
    { token, body = `${LONG}{`, type = 'text/plain', path = '/directbilling/ffffffff/transactions', headers }: RequestOptions,
  ) {
    const response = await fetch(world.http.baseUrl + path, {
      method: 'POST',
      headers: { 'X-Forwarded-For': address, 'Content-Type': type, ...(token && { Authorization: `Bearer ${token}` }), ...headers },
      body,
    });
    return [response.status, ((await response.json()) as { errorCode: string }).errorCode];
  }
  let addresses = 0;
  const anywhere = (): string => `198.51.100.${100 + (addresses += 1)}`;

  it('gets first the error that the route does not exist, for every caller', async () => {
    await Promise.all(times(PER_ADDRESS, () => world.http.get('/ip', { headers: { 'X-Forwarded-For': '198.51.100.1' } })));
    expect(await send('198.51.100.1', { token: 'wrong', path: '/nowhere' })).toEqual([404, 'ROUTE_NOT_FOUND']);
    expect(await send('198.51.100.1', { token: 'wrong', path: '/healthz' })).toEqual([404, 'ROUTE_NOT_FOUND']);
    expect(await send('198.51.100.1', { token: 'wrong' })).toEqual([429, 'TOO_MANY_REQUESTS']);
  });

  it('gets then errors of the caller: no token, a wrong one, too many wrong ones, its address, its ability', async () => {
    const address = anywhere();
    expect(await send(address, {})).toEqual([401, 'UNAUTHORIZED']);
    expect(await send(address, { token: 'wrong-1' })).toEqual([401, 'UNAUTHORIZED']);
    expect(await send(address, { token: 'wrong-2' })).toEqual([401, 'UNAUTHORIZED']);
    expect(await send(address, { token: 'wrong-3' })).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(await send(address, { token: fromOtherAddress })).toEqual([403, 'IP_ADDRESS_NOT_WHITELISTED']);
    expect(await send(address, { token: withoutAbility })).toEqual([403, 'INVALID_ABILITY_PROVIDED']);
  });

  it('gets then the rate limit of the token, which does not count requests that were rejected before', async () => {
    for (let i = 0; i < 8; i += 1) expect((await send(anywhere(), { token: withoutAbility }))[0]).toBe(403);
    for (let i = 0; i < 5; i += 1) expect((await send(anywhere(), { token: busy }))[0]).toBe(413);
    expect(await send(anywhere(), { token: busy })).toEqual([429, 'TOO_MANY_REQUESTS']);
  });

  it('gets then errors of the body: its announced length, its type and encoding, its JSON', async () => {
    const token = (await shop.newToken()).token;
    expect(await send(anywhere(), { token })).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await send(anywhere(), { token, body: '{' })).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const headers = { 'Content-Encoding': 'gzip' };
    expect(await send(anywhere(), { token, body: '{', type: 'application/json', headers })).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await send(anywhere(), { token, body: '{', type: 'application/json' })).toEqual([400, 'MALFORMED_JSON']);
  });

  it('gets last errors of the service in the path and of the fields in the body', async () => {
    const token = (await shop.newToken()).token;
    expect(await send(anywhere(), { token, body: '{}', type: 'application/json' })).toEqual([404, 'SERVICE_NOT_FOUND']);
    const path = `/directbilling/${shop.serviceId}/transactions`;
    expect(await send(anywhere(), { token, body: '{}', type: 'application/json', path })).toEqual([422, 'VALIDATION_ERROR']);
  });
});
