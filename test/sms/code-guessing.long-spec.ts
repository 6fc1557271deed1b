import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { count, times } from '../support/times.js';
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
    const own = await createSmsShop(world);
    const answers = await Promise.all(times(30, (i) => own.check(guess(i), undefined, from(`2001:db8::${i + 1}`))));
    expect([count(answers, 404), count(answers, 429)]).toEqual([20, 10]);
  });

  it('has a limit for the whole service, which a payer above the own limit does not use up', async () => {
    const own = await createSmsShop(world);
    await Promise.all(times(60, (i) => own.check(guess(i), undefined, from('203.0.113.1')))); // 20 of 200
    const answers = await Promise.all(times(200, (i) => own.check(guess(i), undefined, from(`198.51.100.${i + 1}`))));
    expect([count(answers, 404), count(answers, 429)]).toEqual([180, 20]);
    expect((await own.check('AAAAAA', undefined, from('192.0.2.1'))).status).toBe(429);
  });

  it('is 200 per minute for one service when the partner does not send the payers’ IP addresses', async () => {
    const [own, other] = [await createSmsShop(world), await createSmsShop(world)];
    const good = await own.buyCode();
    // At once, because sequential checks could take longer than the counted minute on a slow machine.
    expect(count(await Promise.all(times(200, (i) => own.check(guess(i)))), 404)).toBe(200);

    const refused = await own.check(guess(200));
    expect([refused.status, refused.body]).toEqual([429, { success: false, errorCode: 'TOO_MANY_REQUESTS' }]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    expect((await own.check(good)).status).toBe(429);
    expect((await own.check('bad form')).status).toBe(422);

    expect((await own.check(good, undefined, { token: await own.newToken() })).status).toBe(429); // a second token has no limit of its own
    expect((await other.check(guess(0))).status).toBe(404);
    expect((await own.get()).status).toBe(200);
  });

  it('holds for concurrent checks', async () => {
    const own = await createSmsShop(world);
    const statuses = (await Promise.all(Array.from({ length: 240 }, (_, i) => own.check(guess(i))))).map(({ status }) => status);
    expect([statuses.filter((status) => status === 404).length, statuses.filter((status) => status === 429).length]).toEqual([200, 40]);
  });
});
