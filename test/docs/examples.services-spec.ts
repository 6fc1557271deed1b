import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { runCommandWith } from '../cli/cli-world.js';
import { moveToNoon } from '../support/noon.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { ROOT } from './support/code-blocks.js';
import { type ExampleShop, isLanguageInstalled, LANGUAGES, startExampleShop } from './support/example-shop.js';

let world: World;
let folder: string;
let shop: ExampleShop | undefined;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  await moveToNoon(world);
  folder = await mkdtemp(join(tmpdir(), 'shops-'));
});
afterEach(() => shop?.stop());
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.stop();
});

describe('an example shop', () => {
  for (const language of LANGUAGES) {
    const testIfInstalled = isLanguageInstalled(language) ? it : it.skip; // The language may be missing on this machine.
    testIfInstalled(`in ${language} sells, verifies, deduplicates, refunds, charges monthly and reconciles`, async () => {
      shop = await startExampleShop(world, language, folder);
      const { url, token, serviceId, requestShop } = shop;

      // The payer pays with a BLIK code on the gateway's page.
      const { location } = await requestShop('/buy', { amount: '49.99' });
      const paymentId = /\/pay\/([0-9a-f-]{36})$/.exec(location ?? '')?.[1] ?? '';
      const payment = await world.http.get(`/payment/${serviceId}/transactions/${paymentId}`, { token });
      const order = payment.body.data.control as string;
      expect((await requestShop(`/thanks?order=${order}`)).text).toBe('new');
      const pay = (id: string, code: string): Promise<Response> =>
        fetch(`${world.http.baseUrl}/pay/${id}/method`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ channel: 'blik', code }),
        });
      await pay(paymentId, '777123');
      const untilOrderIs = (expected: string): Promise<unknown> =>
        until(
          () => requestShop(`/thanks?order=${order}`),
          ({ text }) => text === expected,
        );
      await untilOrderIs('paid');

      // The shop rejects a notification without a valid signature.
      expect((await fetch(`${url}/notify`, { method: 'POST', body: '{"type":"transaction:status_changed"}' })).status).toBe(400);

      const today = DateTime.fromJSDate(world.get(BusinessClock).now(), { zone: 'Europe/Warsaw' }).toISODate() ?? '';
      expect(JSON.parse((await requestShop(`/books?day=${today}`)).text)).toEqual({ not_booked: [], not_known: [] });

      // The wallet has less than the full amount, because of the commission. The refund fails until a second sale raises the wallet.
      expect([500, 502]).toContain((await requestShop('/refund', { order })).status);
      const secondPaymentId = /\/pay\/([0-9a-f-]{36})$/.exec((await requestShop('/buy', { amount: '60' })).location ?? '')?.[1] ?? '';
      await pay(secondPaymentId, '777123');
      await until(
        async () => (await world.http.get('/wallet', { token })).body.data.test.available as number,
        (available) => available > 49.99,
      );
      expect((await requestShop('/refund', { order })).status).toBe(200);
      await untilOrderIs('refunded');

      // A repeated notification has no second effect.
      const list = await runCommandWith(world.settings, ['deliveries', 'list', '--transaction', paymentId, '--json']);
      for (const { id } of JSON.parse(list.out) as { id: string }[])
        await runCommandWith(world.settings, ['deliveries', 'resend', id, '--yes']);
      await until(
        async () =>
          JSON.parse((await runCommandWith(world.settings, ['deliveries', 'list', '--transaction', paymentId, '--json'])).out) as {
            status: string;
            attempt_count: number;
          }[],
        (deliveries) =>
          deliveries.length > 0 && deliveries.every(({ status, attempt_count: count }) => status === 'acknowledged' && count >= 2),
      );
      await untilOrderIs('refunded');

      // A payer accepts recurring payments with a BLIK code, and the shop charges the subscription.
      const post = async (path: string, body: object): Promise<Record<string, string>> =>
        (await world.http.post(`/payment/${serviceId}${path}`, { token, body })).body.data as Record<string, string>;
      const payer = { customer: { email: 'jan@example.com', ip: '198.51.100.7', countryCode: 'PL' }, antifraud: { useragent: 'test' } };
      const { transactionId } = await post('/transactions', { amount: 0, directChannel: 'blik-recurrent', ...payer });
      const subscriptionBody = {
        ticket: { T6: '777123' },
        alias: { type: 'PAYID', value: `${language}-7`, label: 'Monthly' },
        options: { model: 'O' },
      };
      const { subscriptionId = '' } = await post('/blik/subscriptions', { transactionId, ...subscriptionBody });
      await until(
        async () => (await world.http.get(`/payment/${serviceId}/subscriptions`, { token })).body.data[0]?.status as string,
        (status) => status === 'subscription_active',
      );
      const charge = await requestShop('/charge', { subscription: subscriptionId, amount: '30', email: 'jan@example.com' });
      expect([charge.status, charge.text]).toEqual([200, expect.stringContaining('needsUserConfirmation')]);
    });
  }
});

describe('an example file that only verifies notifications', () => {
  const COMMANDS: Record<string, string[]> = { Java: ['java', 'Verify.java'], Go: ['go', 'run', 'verify.go'], Ruby: ['ruby', 'verify.rb'] };
  const key = Buffer.alloc(32, 7);
  const BODY = '{"name":"Żółw","amount":5.00}';
  const signature = (at: number, body = BODY): string => `v1,${createHmac('sha256', key).update(`id-1.${at}.${body}`).digest('base64')}`;

  for (const [language, [program = '', ...argv]] of Object.entries(COMMANDS)) {
    const testIfInstalled = spawnSync('which', [program]).status === 0 ? it : it.skip;
    testIfInstalled(`in ${language} accepts a correct signature, and rejects a changed body and an old timestamp`, () => {
      const verdictOf = (at: number, signatures: string): string => {
        const args = [`whsec_${key.toString('base64')}`, 'id-1', String(at), signatures];
        return spawnSync(program, [...argv, ...args], { cwd: join(ROOT, 'examples/verify'), input: BODY, encoding: 'utf8' }).stdout.trim();
      };
      const now = Math.floor(Date.now() / 1000);
      expect(verdictOf(now, `v1,other ${signature(now)}`)).toBe('right');
      expect(verdictOf(now, signature(now, '{}'))).toBe('wrong');
      expect(verdictOf(now - 3_600, signature(now - 3_600))).toBe('wrong');
    });
  }
});
