import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isSignedMessage, signMessage } from '../../src/common/signed-message.js';
import { Environment } from '../../src/runtime/config/environment.js';
import { ExpireTransactionsService } from '../../src/products/direct-billing/charges/expire-transactions.service.js';
import { WakeDueEndpointsService } from '../../src/platform/webhooks/delivery/wake-due-endpoints.service.js';
import { payerOf } from '../support/payer.js';
import { OK } from '../support/receiver.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { withConnectorTimeout } from '../support/connector-timeout.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { drainBatches } from '../support/drain-batches.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
});
afterAll(() => world.stop());

interface Body {
  id: string;
  status: string;
  signature: string;
}

const createPaid = async (shop: Shop, body: Record<string, unknown> = {}, phone = '500600700'): Promise<string> => {
  const id = (await shop.create({ amount: 13.62, ...body })).body.data.transactionId as string;
  await payerOf(world, id).pay(phone);
  return id;
};
const statusesOf = (shop: Shop, id: string): string[] =>
  shop.receiver
    .bodies<Body>()
    .filter((body) => body.id === id)
    .map(({ status }) => status.replace('transaction_db_', ''));
const notifyOf = async (shop: Shop, id: string): Promise<{ is_send: boolean; last_send_at: string | null; count: number }> =>
  (await shop.get(`/transactions/${id}`)).body.data.notify;

/** Calculates the signature from the raw body, as a partner who knows only the contract would: all values in their order, without the signature. */
function signatureOf(body: string, key: string): string {
  const tokens = [...body.replace(/,"signature":"[^"]*"/, '').matchAll(/:(?:"((?:[^"\\]|\\.)*)"|(-?[\d.]+))/g)].map(([, text, number]) =>
    text === undefined ? number : JSON.parse(`"${text}"`),
  );
  return createHash('sha256')
    .update([...tokens, key].join('|'))
    .digest('hex');
}

describe('notifications of a payment', () => {
  it.each(['two-decimals', 'shortest'] as const)(
    'arrive in order and signed, with amounts in the form %s, and the transaction shows them as sent',
    async (amountRendering) => {
      const shop = await world.createPartnerShop({ amountRendering });
      const id = await createPaid(shop, { control: 'zażółć "1" | 🎮', returns: { success: 'https://shop.example/ok' } });
      const notify = await until(
        () => notifyOf(shop, id),
        ({ is_send, count: sent }) => is_send && sent === 2,
      );
      expect(notify.last_send_at).toMatch(/^\d{4}-/);
      expect(statusesOf(shop, id)).toEqual(['confirmed', 'payed']);
      const key = await shop.ipnKey();
      for (const { body, headers } of shop.receiver.requests) {
        const parsed = JSON.parse(body) as Body;
        expect(parsed.signature).toBe(signatureOf(body, key));
        expect(body.endsWith(`,"signature":"${parsed.signature}"}`)).toBe(true);
        expect(body).toContain(amountRendering === 'shortest' ? '"partner":7.75' : '"gross":13.62');
        expect(headers).toMatchObject({
          'user-agent': 'PaymentGateway-IPN/2.0',
          'content-type': expect.stringContaining('application/json'),
          'webhook-signature': expect.stringMatching(/^v1,/),
        });
      }
    },
  );

  it('are sent in order: payed only after confirmed was acknowledged, and the count includes each attempt', async () => {
    const shop = await world.createPartnerShop();
    shop.receiver.setResponses({ status: 500, body: 'OK' }, OK);
    await world.database.query('UPDATE service SET retry_schedule_seconds = $2 WHERE id = $1', [shop.serviceId, [0, 0, 0]]);
    const id = await createPaid(shop);
    await until(
      () => notifyOf(shop, id),
      ({ count: sent }) => sent >= 1,
    );
    await until(
      () => notifyOf(shop, id),
      ({ is_send, count: sent }) => is_send && sent === 3,
    );
    expect(statusesOf(shop, id)).toEqual(['confirmed', 'confirmed', 'payed']);
    const ids = shop.receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
  });

  it('are never shown as older than their transaction, even while business time is ahead', async () => {
    await world.moveTimeForward({ hours: 5 });
    const shop = await world.createPartnerShop();
    const id = await createPaid(shop);
    await until(
      () => notifyOf(shop, id),
      ({ is_send }) => is_send,
    );
    const { created_at, notify } = (await shop.get(`/transactions/${id}`)).body.data;
    expect(Date.parse(notify.last_send_at)).toBeGreaterThanOrEqual(Date.parse(created_at));
  });

  it('are not sent without a URL, and the count stays 0', async () => {
    const shop = await world.createPartnerShop({ silent: true });
    const id = await createPaid(shop);
    await until(
      async () => (await shop.get(`/transactions/${id}`)).body.data.status,
      (status) => status === 'transaction_db_payed',
    );
    await world.get(WakeDueEndpointsService).run();
    expect(await notifyOf(shop, id)).toEqual({ is_send: false, last_send_at: null, count: 0 });
  });

  it('report a rejection before the payer chose an operator with an empty number and provider 0', async () => {
    const shop = await world.createPartnerShop();
    const id = (await shop.create({ amount: 5, phoneNumber: '500600700' })).body.data.transactionId as string;
    await world.moveTimeForward({ minutes: 31 });
    await drainBatches(() => world.get(ExpireTransactionsService).batch());
    await until(
      () => statusesOf(shop, id),
      (statuses) => statuses.length === 1,
    );
    expect(shop.receiver.bodies()[0]).toMatchObject({
      status: 'transaction_db_rejected',
      number_from: '',
      provider: 0,
      values: { net: 4.07, gross: 5, partner: 2.85 },
    });
  });
});

describe('100 concurrent callbacks about one transaction', () => {
  it('change each state once, post one entry and send one notification per state', async () => {
    const shop = await world.createPartnerShop();
    // The number ends in 003: the operator sends no callbacks for it, so the test sends all of them.
    const id = await withConnectorTimeout(world.database, () => createPaid(shop, {}, '500601003'));
    const [charge] = await world.database.query('SELECT reference FROM direct_billing_charge WHERE transaction_id = $1', [id]);
    const { secrets: secret } = world.get(Environment).connector;
    const sendCallback = (index: number) => {
      const body = JSON.stringify({ reportId: `same-${index % 3}`, chargeReference: charge.reference, result: 'BOOKED' });
      const headers = signMessage(secret, { subject: 'report orange', body }, new Date());
      expect(isSignedMessage(secret, { subject: 'report orange', body }, headers, new Date())).toBe(true);
      return world.http.post('/connectors/directbilling/orange/reports', { body, headers });
    };
    // On a slow machine, callbacks that waited too long for the row are rejected, and the operator repeats them.
    let rejected = times(100, (index) => index);
    for (let round = 0; rejected.length > 0 && round < 10; round += 1) {
      const responses = await Promise.all(rejected.map(sendCallback));
      expect(responses.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
      rejected = rejected.filter((_, index) => responses[index]?.status === 503);
    }
    expect(rejected).toEqual([]);
    await until(
      () => notifyOf(shop, id),
      ({ is_send, count: sent }) => is_send && sent === 2,
    );
    expect(statusesOf(shop, id)).toEqual(['confirmed', 'payed']);
    const [{ history }] = await world.database.query(
      'SELECT array_agg(to_status ORDER BY sequence) AS history FROM state_history WHERE subject_id = $1',
      [id],
    );
    expect(history).toEqual(['transaction_db_confirmed', 'transaction_db_payed']);
    const entries = await world.database.query('SELECT kind FROM ledger_entry WHERE reference LIKE $1', [`${id}%`]);
    expect(entries).toEqual([{ kind: 'directbilling.payed' }]);
    expect(await world.ledgerSum()).toBe(0);
  });
});
