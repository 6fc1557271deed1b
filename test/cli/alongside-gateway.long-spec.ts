import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { runCommandWith } from './cli-world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  shop = await world.createPartnerShop();
});
afterAll(() => world.stop());

async function runJson(...argv: string[]) {
  const { code, out, err } = await runCommandWith(world.settings, [...argv, '--json']);
  if (code !== 0) throw new Error(`"${argv.join(' ')}" ended with ${code}: ${err}`);
  return JSON.parse(out);
}

describe('the command line alongside a running gateway', () => {
  it('creates tokens that work immediately, and revokes them within a second', async () => {
    const { id, token } = await runJson(
      'token',
      'create',
      '--partner',
      shop.partnerId,
      '--name',
      'Till',
      '--ability',
      'directbilling.services.*',
    );
    const readService = () => world.http.get(`/directbilling/${shop.serviceId}`, { token });
    expect((await readService()).status).toBe(200);
    await runJson('token', 'revoke', id, '--yes');
    await until(readService, ({ status }) => status === 401);
  });

  it('creates services that can sell immediately', async () => {
    const service = await runJson('service', 'create', '--partner', shop.partnerId, '--area', 'directbilling', '--name', 'Points');
    const path = `/directbilling/${service.id}/transactions`;
    expect((await world.http.post(path, { token: shop.token, body: { amount: 5 } })).status).toBe(200);
  });

  it('shows a payment with its notifications, and resends one of them', async () => {
    shop.receiver.setResponses({ status: 410 });
    const id = (await shop.create({ control: 'order-7' })).body.data.transactionId as string;
    await payerOf(world, id).pay();
    const deliveries = () => runJson('deliveries', 'list', '--transaction', id);
    const stoppedDeliveries = await until(
      deliveries,
      (rows) => rows.length === 2 && rows.every(({ status }: { status: string }) => status === 'stopped'),
    );

    const payment = await runJson('transaction', 'show', id);
    expect(payment.transaction).toMatchObject({
      id,
      status: 'transaction_db_payed',
      control: 'order-7',
      gross: '12.30',
      partner_share: '7.00',
    });
    expect(payment.history.map(({ to }: { to: string }) => to)).toEqual([
      'transaction_db_new',
      'transaction_db_confirmed',
      'transaction_db_payed',
    ]);
    expect(payment.entries).toMatchObject([{ kind: 'directbilling.payed', reference: id }]);
    expect(payment.deliveries).toMatchObject([
      { attempts: [{ number: 1, http_status: 410 }] },
      { attempts: [{ number: 1, http_status: 410 }] },
    ]);
    expect(await runJson('wallet', 'show', shop.partnerId)).toMatchObject({ pending: '0.00', test_pending: '7.00' }); // payments at the operators of the sandbox are test money
    expect((await runJson('ledger', 'verify')).sound).toBe(true);
    expect((await runJson('counters', 'verify')).sound).toBe(true);

    shop.receiver.setResponses({ status: 200, body: 'OK' });
    const deliveryId = stoppedDeliveries[0].id as string;
    expect(await runJson('deliveries', 'resend', deliveryId)).toEqual({ id: deliveryId, outcome: 'sending' });
    await until(
      () => runJson('deliveries', 'show', deliveryId),
      ({ status }) => status === 'acknowledged',
    );
    const requestsOfDelivery = shop.receiver.requests.filter(({ headers }) => headers['webhook-id'] === deliveryId);
    expect(requestsOfDelivery.length).toBeGreaterThanOrEqual(2); // on a busy machine a response may come too late, which causes another attempt
    const attempts = shop.receiver.requests.filter(({ body }) => body.includes(id)).length;
    expect(attempts).toBeGreaterThanOrEqual(3);
    expect((await shop.get(`/transactions/${id}`)).body.data.notify).toMatchObject({ is_send: true, count: attempts });
  });

  it('changes the notification URL for later notifications', async () => {
    const { notify_url } = await runJson('service', 'set', shop.serviceId, '--notify-url', `${shop.receiver.url}/elsewhere`);
    expect(notify_url).toBe(`${shop.receiver.url}/elsewhere`);
    const id = (await shop.create()).body.data.transactionId as string;
    await payerOf(world, id).pay();
    const receivedIds = (): Set<unknown> => {
      const requests = shop.receiver.requests.filter(({ path, body }) => path === '/elsewhere' && body.includes(id));
      return new Set(requests.map(({ headers }) => headers['webhook-id']));
    };
    await until(
      () => receivedIds().size,
      (notifications) => notifications === 2, // counts ids, because on a busy machine one notification may be sent twice
    );
  });
});
