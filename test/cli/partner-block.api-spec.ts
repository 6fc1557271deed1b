import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSmsShop, GATEWAY_SECRET, type SmsShop } from '../sms/sms-shop.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { type Run, runCommandWith } from './cli-world.js';

const UNAUTHORIZED = [401, { success: false, errorCode: 'UNAUTHORIZED' }];

let world: World;
let shop: Shop;
let sms: SmsShop;
let other: Shop;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET, RATE_LIMIT_FAILED_AUTH: '3' });
  [shop, other] = [await world.createPartnerShop(), await world.createPartnerShop()];
  sms = await createSmsShop(world, { partnerId: shop.partnerId });
});
afterAll(() => world.stop());

const runPartner = (...argv: string[]): Promise<Run> => runCommandWith({ ...world.settings }, ['partner', ...argv]);
const statusAndBody = async (sender: Shop): Promise<unknown[]> => {
  const { status, body } = await sender.get();
  return [status, body];
};

describe('partner block', () => {
  it('stops new sales for only this partner, until it is unblocked, and pending payments continue', async () => {
    const pendingPayment = (await shop.create()).body.data;
    await sms.buyCode();
    const { code, out } = await runPartner('block', shop.partnerId, '--reason', 'Ticket 4711', '--yes');
    expect([code, out]).toEqual([0, expect.stringContaining(`partner unblock ${shop.partnerId}`)]);

    await until(
      () => statusAndBody(shop),
      ([status]) => status === 401,
    );
    expect(await statusAndBody(shop)).toEqual(UNAUTHORIZED);
    const newToken = await shop.newToken();
    expect((await world.http.get('/directbilling', { token: newToken.token })).status).toBe(401);
    expect((await other.get('/transactions')).status).toBe(200);
    await until(
      async () => (await sms.receive()).text,
      (text) => !/code: /.test(text),
    );
    expect((await fetch(world.http.baseUrl + new URL(pendingPayment.redirectUrl as string).pathname)).status).toBe(200);

    expect((await runPartner('unblock', shop.partnerId)).code).toBe(0);
    await until(
      async () => (await shop.get('/transactions')).status,
      (status) => status === 200,
    );
    await until(
      async () => (await sms.receive()).text,
      (text) => /code: /.test(text),
    );
  });

  it('does not count the partner’s requests as failed authentication', async () => {
    await runPartner('block', shop.partnerId, '--reason', 'Ticket 4711', '--yes');
    await until(
      () => statusAndBody(shop),
      ([status]) => status === 401,
    );
    for (let request = 0; request < 5; request += 1) expect(await statusAndBody(shop)).toEqual(UNAUTHORIZED);
    await runPartner('unblock', shop.partnerId);
  });

  it('keeps the first reason, which partner list shows', async () => {
    await runPartner('block', shop.partnerId, '--reason', 'first', '--yes');
    expect((await runPartner('block', shop.partnerId, '--reason', 'second', '--yes')).out).toContain('It was already blocked.');
    const partners = JSON.parse((await runPartner('list', '--json')).out) as { id: string; blocked_at: string; blocked_reason: string }[];
    expect(partners.find(({ id }) => id === shop.partnerId)).toMatchObject({ blocked_at: expect.any(String), blocked_reason: 'first' });
    expect(partners.find(({ id }) => id === other.partnerId)).toMatchObject({ blocked_at: null, blocked_reason: null });
    await runPartner('unblock', shop.partnerId);
    expect((await runPartner('unblock', shop.partnerId)).out).toContain('It was not blocked.');
  });

  it('requires a reason and an existing partner', async () => {
    expect((await runPartner('block', shop.partnerId)).code).toBe(2);
    expect((await runPartner('block', '00000000-0000-7000-8000-000000000000', '--reason', 'x', '--yes')).err).toContain(
      'There is no partner',
    );
  });
});
