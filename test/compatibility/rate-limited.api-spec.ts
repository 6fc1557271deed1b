import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { headersOf, type OlderResponse, olderRequest } from './support/older-request.js';
import { type SecondGateway, startSecondGateway } from './support/second-gateway.js';

const RATE_LIMIT = { RATE_LIMIT_PER_TOKEN: '1' };

let world: World;
let strictGateway: SecondGateway;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld(RATE_LIMIT);
  strictGateway = await startSecondGateway(world, RATE_LIMIT);
  shop = await world.createPartnerShop();
});
afterAll(async () => {
  await strictGateway.stop();
  await world.stop();
});

/** Sends requests until one is rejected. The second request may be accepted, because a new period of the limit may begin before it. */
const requestUntilRejected = (baseUrl: string, headers: Record<string, string>): Promise<OlderResponse> =>
  until(
    () => olderRequest(baseUrl, 'GET', '/sms/numbers/7055', { headers }),
    ({ status }) => status === 429,
  );

it('a current client over the rate limit gets the same bytes as without client compatibility', async () => {
  const headers = { Authorization: `Bearer ${shop.token}` };
  for (const { baseUrl } of [world.http, strictGateway]) {
    const { text, headers: received } = await requestUntilRejected(baseUrl, headers);
    expect(text).toBe(JSON.stringify({ success: false, errorCode: 'TOO_MANY_REQUESTS' }));
    expect([received.get('content-length'), received.get('retry-after')]).toEqual([String(text.length), expect.stringMatching(/^\d+$/)]);
  }
});

it.each(['A', 'B'] as const)(
  'a rate limited client of tier %s gets an error in its own form, unless client compatibility is off',
  async (tier) => {
    const { body, headers } = await requestUntilRejected(world.http.baseUrl, headersOf[tier](shop.token));
    const code = 'TOO_MANY_REQUESTS';
    expect(body).toEqual({ success: false, errorCode: code, message: expect.stringMatching(/^[A-Z].+\.$/), errors: {}, code });
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    const strict = await requestUntilRejected(strictGateway.baseUrl, headersOf.A(shop.token));
    expect(strict.text).toBe(JSON.stringify({ success: false, errorCode: code }));
  },
);
