import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countStatus, times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import type { HttpRequest } from '../support/http-client.js';
import { createSmsShop, GATEWAY_SECRET } from './sms-shop.js';

let world: World;
beforeAll(async () => {
  // The concurrent checks of these tests exceed the default pool quota of one partner.
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET, DATABASE_POOL_CALLER_SHARE: '100' });
});
afterAll(() => world.stop());

const guess = (i: number): string => `ZZ${String(i).padStart(4, '0')}`;
const from = (payer: string): HttpRequest => ({ headers: { 'Payer-Address': payer } });

describe('the limit of unknown codes', () => {
  it('is shared by all IP addresses of an IPv6 network', async () => {
    const ownShop = await createSmsShop(world);
    const responses = await Promise.all(times(30, (i) => ownShop.check(guess(i), undefined, from(`2001:db8::${i + 1}`))));
    expect([countStatus(responses, 404), countStatus(responses, 429)]).toEqual([20, 10]);
  });

  it('has a total for the service, to which checks above the limit of one payer do not count', async () => {
    const ownShop = await createSmsShop(world);
    // Only 20 of the 60 count for the limit of the service, which is 200.
    await Promise.all(times(60, (i) => ownShop.check(guess(i), undefined, from('203.0.113.1'))));
    const responses = await Promise.all(times(200, (i) => ownShop.check(guess(i), undefined, from(`198.51.100.${i + 1}`))));
    expect([countStatus(responses, 404), countStatus(responses, 429)]).toEqual([180, 20]);
    expect((await ownShop.check('AAAAAA', undefined, from('192.0.2.1'))).status).toBe(429);
  });

  it('is 200 per minute for one service when the partner does not send the payers’ IP addresses', async () => {
    const [ownShop, other] = [await createSmsShop(world), await createSmsShop(world)];
    const validCode = await ownShop.buyCode();
    // The checks are concurrent, because sequential checks could take longer than the counted minute on a slow machine.
    expect(countStatus(await Promise.all(times(200, (i) => ownShop.check(guess(i)))), 404)).toBe(200);

    const rejected = await ownShop.check(guess(200));
    expect([rejected.status, rejected.body]).toEqual([429, { success: false, errorCode: 'TOO_MANY_REQUESTS' }]);
    expect(Number(rejected.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(rejected.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    expect((await ownShop.check(validCode)).status).toBe(429);
    expect((await ownShop.check('bad form')).status).toBe(422);

    // Another token of the partner has no separate limit.
    expect((await ownShop.check(validCode, undefined, { token: await ownShop.newToken() })).status).toBe(429);
    expect((await other.check(guess(0))).status).toBe(404);
    expect((await ownShop.get()).status).toBe(200);
  });

  it('is not exceeded by concurrent checks', async () => {
    const ownShop = await createSmsShop(world);
    const statuses = (await Promise.all(Array.from({ length: 240 }, (_, i) => ownShop.check(guess(i))))).map(({ status }) => status);
    expect([statuses.filter((status) => status === 404).length, statuses.filter((status) => status === 429).length]).toEqual([200, 40]);
  });
});
