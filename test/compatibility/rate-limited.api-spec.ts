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

/** Sends requests until one is rejected, because a rate limit starts a new period from time to time. */
const rejectedRequest = (baseUrl: string, headers: Record<string, string>): Promise<OlderResponse> =>
  until(
    () => olderRequest(baseUrl, 'GET', '/sms/numbers/7055', { headers }),
    ({ status }) => status === 429,
  );

it('a current client over the rate limit gets the same bytes as without client compatibility', async () => {
  const headers = { Authorization: `Bearer ${shop.token}` };
  for (const { baseUrl } of [world.http, off]) {
    const { text, headers: received } = await rejectedRequest(baseUrl, headers);
    expect(text).toBe(JSON.stringify({ success: false, errorCode: 'TOO_MANY_REQUESTS' }));
    expect([received.get('content-length'), received.get('retry-after')]).toEqual([String(text.length), expect.stringMatching(/^\d+$/)]);
  }
});

it.each(['A', 'B'] as const)('a rate limited client of tier %s gets an error in its own form, unless the mode is off', async (tier) => {
  const { body, headers } = await rejectedRequest(world.http.baseUrl, headersOf[tier](shop.token));
  const code = 'TOO_MANY_REQUESTS';
  expect(body).toEqual({ success: false, errorCode: code, message: expect.stringMatching(/^[A-Z].+\.$/), errors: {}, code });
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
  const strict = await rejectedRequest(off.baseUrl, headersOf.A(shop.token));
  expect(strict.text).toBe(JSON.stringify({ success: false, errorCode: code }));
});
