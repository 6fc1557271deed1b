import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PostgresProxy } from '../faults/support/postgres-proxy.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { headersOf, type OlderResponse, olderRequest, type OlderRequest } from './support/older-request.js';
import { type SecondGateway, startSecondGateway } from './support/second-gateway.js';

let world: World;
let proxy: PostgresProxy;
let compatibleGateway: SecondGateway;
let strictGateway: SecondGateway;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.createPartnerShop();
  proxy = await PostgresProxy.start(String(world.settings['DATABASE_URL']));
  const behindProxy = { settings: { ...world.settings, DATABASE_URL: proxy.url } };
  compatibleGateway = await startSecondGateway(behindProxy, { CLIENT_COMPATIBILITY: 'on' });
  strictGateway = await startSecondGateway(behindProxy);
  proxy.rejectConnections('gateway');
});
afterAll(async () => {
  proxy.passEverything();
  await compatibleGateway.stop();
  await strictGateway.stop();
  await proxy.stop();
  await world.stop();
});

const STRICT = JSON.stringify({ success: false, errorCode: 'SERVICE_UNAVAILABLE' });

it.each<[string, string, unknown]>([
  ['GET', '/sms/numbers', undefined],
  ['GET', '/directbilling/{db}/transactions', undefined],
  ['POST', '/directbilling/{db}/transactions', { amount: 5 }],
])('%s %s responds 503 while the database is down: with a message for older clients, strict for others', async (method, path, body) => {
  const target = path.replace('{db}', shop.serviceId);
  const send = (baseUrl: string, headers: Record<string, string>): Promise<OlderResponse> => {
    const call: OlderRequest = { headers, ...(body !== undefined && { body }) };
    // The first request may use a connection that the proxy is just closing, and then gets another status.
    return until(
      () => olderRequest(baseUrl, method, target, call),
      ({ status }) => status === 503,
    );
  };
  for (const { baseUrl } of [compatibleGateway, strictGateway]) {
    const strict = await send(baseUrl, { Authorization: `Bearer ${shop.token}` });
    expect([strict.text, strict.headers.get('retry-after')]).toEqual([STRICT, expect.stringMatching(/^\d+$/)]);
  }
  for (const tier of ['A', 'B'] as const) {
    const older = await send(compatibleGateway.baseUrl, headersOf[tier](shop.token));
    expect(older.body).toEqual({
      success: false,
      errorCode: 'SERVICE_UNAVAILABLE',
      message: expect.stringMatching(/^[A-Z].+\.$/),
      errors: {},
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(older.headers.get('content-length')).toBe(String(Buffer.byteLength(older.text)));
    expect(older.headers.get('retry-after')).toMatch(/^\d+$/);
  }
  expect((await send(strictGateway.baseUrl, headersOf.A(shop.token))).text).toBe(STRICT);
});
