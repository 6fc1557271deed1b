import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

const PER_ADDRESS = 20;

/** The first half of the order that docs/errors.md tells; every request here has what comes later as well. */
describe('what is refused before it is known who calls', () => {
  let world: World;
  let shop: Shop;
  let limited: string;
  beforeAll(async () => {
    const limits = { RATE_LIMIT_PER_ADDRESS: String(PER_ADDRESS), RATE_LIMIT_WRONG_TOKENS: '2', RATE_LIMIT_PER_TOKEN: '2' };
    world = await startWorld({ ...limits, TRUST_PROXY: '127.0.0.1' });
    shop = await world.partner();
    limited = (await shop.newToken({ allowedNetworks: ['10.0.0.1'] })).token;
  });
  afterAll(() => world.stop());

  const send = async (address: string, token: string, body: string, type = 'application/json', path = '/nowhere'): Promise<unknown[]> => {
    const headers = { 'X-Forwarded-For': address, 'Content-Type': type, Authorization: `Bearer ${token}` };
    const answer = await fetch(world.http.baseUrl + path, { method: 'POST', headers, body });
    return [answer.status, ((await answer.json()) as { errorCode: string }).errorCode];
  };
  const long = JSON.stringify('x'.repeat(300_000));

  it('is first an address that asks too often', async () => {
    await Promise.all(times(PER_ADDRESS, () => world.http.get('/ip', { headers: { 'X-Forwarded-For': '198.51.100.1' } })));
    expect(await send('198.51.100.1', 'wrong', long, 'text/plain')).toEqual([429, 'TOO_MANY_REQUESTS']);
  });

  it('is then the media type, the size, malformed JSON and an unknown route', async () => {
    expect(await send('198.51.100.2', 'wrong', long, 'text/plain')).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await send('198.51.100.2', 'wrong', `${long}{`)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await send('198.51.100.2', 'wrong', '{')).toEqual([400, 'MALFORMED_JSON']);
    expect(await send('198.51.100.2', 'wrong', '{}')).toEqual([404, 'ROUTE_NOT_FOUND']);
  });

  it('are then too many wrong tokens, a wrong token, too many requests of a token and its address', async () => {
    const path = `/directbilling/${shop.serviceId}/transactions`;
    const create = (address: string, token: string) => send(address, token, '{}', undefined, path);
    expect(await create('198.51.100.3', 'wrong-1')).toEqual([401, 'UNAUTHORIZED']);
    expect(await create('198.51.100.3', limited)).toEqual([403, 'IP_ADDRESS_NOT_WHITELISTED']);
    expect(await create('198.51.100.3', limited)).toEqual([403, 'IP_ADDRESS_NOT_WHITELISTED']);
    expect(await create('198.51.100.3', limited)).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(await create('198.51.100.3', 'wrong-2')).toEqual([401, 'UNAUTHORIZED']);
    expect(await create('198.51.100.3', 'wrong-3')).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(await send('198.51.100.3', 'wrong-4', '{}')).toEqual([404, 'ROUTE_NOT_FOUND']);
  });
});
