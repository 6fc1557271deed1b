import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { runIn } from '../cli/cli-world.js';
import { beginAtNoon } from '../support/noon.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { ROOT } from './support/code-blocks.js';
import { type ExampleShop, isThere, LANGUAGES, startExampleShop } from './support/example-shop.js';

let world: World;
let folder: string;
let shop: ExampleShop | undefined;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  await beginAtNoon(world);
  folder = await mkdtemp(join(tmpdir(), 'shops-'));
});
afterEach(() => shop?.stop());
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.stop();
});

describe('an example shop', () => {
  for (const language of LANGUAGES) {
    const sells = isThere(language) ? it : it.skip; // Skipped on a machine without the language.
    sells(`in ${language} sells, verifies, deduplicates, refunds, charges monthly and reconciles`, async () => {
      shop = await startExampleShop(world, language, folder);
      const { url, token, serviceId, ask } = shop;

      // The payer pays with a BLIK code on the gateway's page.
      const { location } = await ask('/buy', { amount: '49.99' });
      const payment = /\/pay\/([0-9a-f-]{36})$/.exec(location ?? '')?.[1] ?? '';
      const shown = await world.http.get(`/payment/${serviceId}/transactions/${payment}`, { token });
      const order = shown.body.data.control as string;
      expect((await ask(`/thanks?order=${order}`)).text).toBe('new');
      const pay = (id: string, code: string): Promise<Response> =>
        fetch(`${world.http.baseUrl}/pay/${id}/method`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ channel: 'blik', code }),
        });
      await pay(payment, '777123');
      const state = (wanted: string): Promise<unknown> =>
        until(
          () => ask(`/thanks?order=${order}`),
          ({ text }) => text === wanted,
        );
      await state('paid');

      // A notification with a wrong signature.
      expect((await fetch(`${url}/notify`, { method: 'POST', body: '{"type":"transaction:status_changed"}' })).status).toBe(400);

      const today = DateTime.fromJSDate(world.get(BusinessClock).now(), { zone: 'Europe/Warsaw' }).toISODate() ?? '';
      expect(JSON.parse((await ask(`/books?day=${today}`)).text)).toEqual({ not_booked: [], not_known: [] });

      // The commission is not refunded, so the wallet needs a second sale. The shop must respond nevertheless.
      expect([500, 502]).toContain((await ask('/refund', { order })).status);
      const second = /\/pay\/([0-9a-f-]{36})$/.exec((await ask('/buy', { amount: '60' })).location ?? '')?.[1] ?? '';
      await pay(second, '777123');
      await until(
        async () => (await world.http.get('/wallet', { token })).body.data.test.available as number,
        (available) => available > 49.99,
      );
      expect((await ask('/refund', { order })).status).toBe(200);
      await state('refunded');

      // A repeated notification has no second effect.
      const list = await runIn(world.settings, ['deliveries', 'list', '--transaction', payment, '--json']);
      for (const { id } of JSON.parse(list.out) as { id: string }[]) await runIn(world.settings, ['deliveries', 'resend', id, '--yes']);
      await until(
        async () =>
          JSON.parse((await runIn(world.settings, ['deliveries', 'list', '--transaction', payment, '--json'])).out) as {
            status: string;
            attempt_count: number;
          }[],
        (all) => all.length > 0 && all.every(({ status, attempt_count: count }) => status === 'acknowledged' && count >= 2),
      );
      await state('refunded');

      // A payer who has accepted recurring payments with a BLIK code.
      const post = async (path: string, body: object): Promise<Record<string, string>> =>
        (await world.http.post(`/payment/${serviceId}${path}`, { token, body })).body.data as Record<string, string>;
      const payer = { customer: { email: 'jan@example.com', ip: '198.51.100.7', countryCode: 'PL' }, antifraud: { useragent: 'test' } };
      const { transactionId } = await post('/transactions', { amount: 0, directChannel: 'blik-recurrent', ...payer });
      const agreed = {
        ticket: { T6: '777123' },
        alias: { type: 'PAYID', value: `${language}-7`, label: 'Monthly' },
        options: { model: 'O' },
      };
      const { subscriptionId = '' } = await post('/blik/subscriptions', { transactionId, ...agreed });
      await until(
        async () => (await world.http.get(`/payment/${serviceId}/subscriptions`, { token })).body.data[0]?.status as string,
        (status) => status === 'subscription_active',
      );
      const charged = await ask('/charge', { subscription: subscriptionId, amount: '30', email: 'jan@example.com' });
      expect([charged.status, charged.text]).toEqual([200, expect.stringContaining('needsUserConfirmation')]);
    });
  }
});

describe('an example file that only verifies notifications', () => {
  const FILES: Record<string, string[]> = { Java: ['java', 'Verify.java'], Go: ['go', 'run', 'verify.go'], Ruby: ['ruby', 'verify.rb'] };
  const key = Buffer.alloc(32, 7);
  const BODY = '{"name":"Żółw","amount":5.00}';
  const signature = (at: number, body = BODY): string => `v1,${createHmac('sha256', key).update(`id-1.${at}.${body}`).digest('base64')}`;

  for (const [language, [program = '', ...argv]] of Object.entries(FILES)) {
    const verifies = spawnSync('which', [program]).status === 0 ? it : it.skip;
    verifies(`in ${language} takes what is signed, and neither another body nor an old one`, () => {
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
