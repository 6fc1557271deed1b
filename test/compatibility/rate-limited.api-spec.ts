import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { headersOf, type OlderResponse, olderRequest } from './support/older-request.js';
import { type SecondGateway, withoutCompatibility } from './support/without-compatibility.js';

const LIMITED = { RATE_LIMIT_PER_TOKEN: '1' };

let world: World;
let off: SecondGateway;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld(LIMITED);
  off = await withoutCompatibility(world, LIMITED);
  shop = await world.partner();
});
afterAll(async () => {
  await off.stop();
  await world.stop();
});

/** Asked until it is too often: a limit counts anew from time to time. */
const tooOften = (baseUrl: string, headers: Record<string, string>): Promise<OlderResponse> =>
  until(
    () => olderRequest(baseUrl, 'GET', '/sms/numbers/7055', { headers }),
    ({ status }) => status === 429,
  );

it('a current client that calls too often gets the same bytes as before', async () => {
  const headers = { Authorization: `Bearer ${shop.token}` };
  for (const { baseUrl } of [world.http, off]) {
    const { text, headers: told } = await tooOften(baseUrl, headers);
    expect(text).toBe(JSON.stringify({ success: false, errorCode: 'TOO_MANY_REQUESTS' }));
    expect([told.get('content-length'), told.get('retry-after')]).toEqual([String(text.length), expect.stringMatching(/^\d+$/)]);
  }
});

it.each(['A', 'B'] as const)('a client of tier %s gets the refusal in its own form, unless the mode is off', async (tier) => {
  const { body, headers } = await tooOften(world.http.baseUrl, headersOf[tier](shop.token));
  const code = 'TOO_MANY_REQUESTS';
  expect(body).toEqual({ success: false, errorCode: code, message: expect.stringMatching(/^[A-Z].+\.$/), errors: {}, code });
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
  const strict = await tooOften(off.baseUrl, headersOf.A(shop.token));
  expect(strict.text).toBe(JSON.stringify({ success: false, errorCode: code }));
});
