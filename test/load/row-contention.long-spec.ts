import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Environment } from '../../src/runtime/config/environment.js';
import { RowLockQueue } from '../../src/runtime/database/pool-quotas/row-queues.js';
import { level0Shop } from '../payments/support/level0-shop.js';
import { type PaymentShop, paymentWorld } from '../payments/support/payment-shop.js';
import { refundShop } from '../payments/support/refund-shop.js';
import { createSmsShop } from '../sms/sms-shop.js';
import { holdTransaction, untilBlocked } from '../support/held-transaction.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

const CROWD = 200;

interface Told {
  status: number;
  headers: Headers;
}
/** What a crowd asks for, and the row that it is about. */
interface Rush {
  table: string;
  where: string;
  value: string;
  ask: (index: number) => Promise<Told>;
}

let world: World;
let shop: Shop;
let payments: PaymentShop;
/** Another caller, whose requests concern other rows. */
let innocent: Shop;
let page: string;
beforeAll(async () => {
  world = await startWorld({
    DATABASE_POOL_SIZE: '5',
    TRUST_PROXY: '127.0.0.1',
  });
  shop = await world.partner({ silent: true });
  payments = await paymentWorld(world).open({ shop });
  innocent = await world.partner({ silent: true });
  page = pageOf((await innocent.create()).body.data.transactionId as string);
});
afterAll(() => world.stop());

const pageOf = (directBillingId: string): string => `${world.http.baseUrl}/pay/directbilling/${directBillingId}`;
const urlOfDatabase = (of: World): string => (of.database.options as { url: string }).url;
const hold = (of: World, { table, where, value }: Rush) =>
  holdTransaction(urlOfDatabase(of), `SELECT FROM ${table} WHERE ${where} = $1 FOR UPDATE`, [value]);
/** As one of many payers, each at an address of his own. */
const post = (url: string, index: number, fields: Record<string, string> = {}): Promise<Told> => {
  const headers = { 'X-Forwarded-For': `198.51.100.${index + 1}` };
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });
};
const ofPayment = (value: string) => ({ table: 'payment_transaction', where: 'id', value });

const RUSHES: Record<string, () => Promise<Rush>> = {
  'refunds of one payment': async () => {
    const id = await payments.payment();
    return { ...ofPayment(id), ask: () => refundShop(world, payments).refund(id, { amount: 1 }) };
  },
  'payments with a code': async () => {
    const level0 = level0Shop(world, payments);
    const id = await level0.payment();
    return { ...ofPayment(id), ask: () => level0.pay(id, { ticket: { T6: '777123' } }) };
  },
  'deletions of one alias': async () => {
    const level0 = level0Shop(world, payments);
    const id = await level0.registered(randomUUID().slice(0, 8));
    return { table: 'payment_alias', where: 'id', value: id, ask: () => level0.removeOne(id) };
  },
  'subscriptions with one payment': async () => {
    const id = await payments.payment();
    const body = { transactionId: id, ticket: { T6: '777123' }, alias: { type: 'PAYID', value: 'a', label: 'a' }, options: { model: 'O' } };
    const path = `/payment/${payments.serviceId}/blik/subscriptions`;
    return { ...ofPayment(id), ask: () => world.http.post(path, { token: shop.token, body }) };
  },
  'checks of one code': async () => {
    const sms = await createSmsShop(world);
    const code = 'ABC123';
    await world.asOwner(
      `WITH message AS (
         INSERT INTO sms_inbound (message_id, from_number, send_number, text, sent_at, received_at, test, outcome, service_id, reply)
         VALUES ('one-row', '48500600700', '7055', 'x', now(), now(), false, 'matched', $1, '') RETURNING message_id)
       INSERT INTO sms_transaction (service_id, message_id, from_number, send_number, code, test, net_minor, gross_minor, partner_minor, sent_at, created_at)
       SELECT $1, message_id, '48500600700', 7055, $2, false, 50, 62, 25, now(), now() FROM message`,
      [sms.serviceId, code],
    );
    return { table: 'sms_transaction', where: 'code', value: code, ask: () => sms.check(code) };
  },
  'forms of one payment’s page': async () => {
    const id = await payments.payment();
    const url = `${world.http.baseUrl}/pay/${id}/method`;
    return { ...ofPayment(id), ask: (index) => post(url, index, { channel: 'mbank' }) };
  },
  'forms of one payment’s page on a phone bill': async () => {
    const id = (await shop.create()).body.data.transactionId as string;
    const ask: Rush['ask'] = (index) => post(`${pageOf(id)}/change`, index);
    return { table: 'direct_billing_transaction', where: 'id', value: id, ask };
  },
};

async function expectInnocentsServed(): Promise<void> {
  const answers = await Promise.all([
    ...times(5, () => innocent.create()),
    innocent.get('/transactions'),
    world.http.get('/readyz'),
    fetch(page, { headers: { 'X-Forwarded-For': '203.0.113.7' } }),
    fetch(`${page}/change`, { method: 'POST', headers: { 'X-Forwarded-For': '203.0.113.7' }, redirect: 'manual' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([...times(8, () => 200), 303]);
}

describe('200 at once about one row that is locked', () => {
  it.each(Object.entries(RUSHES))(
    '%s: one of them waits for it, all others are served, and who is too many is told so',
    async (_, begin) => {
      const rush = await begin();
      const holder = await hold(world, rush);
      const told: Told[] = [];
      const asking = times(CROWD, async (index) => told.push(await rush.ask(index)));
      await until(
        () => told.length,
        (refused) => refused > 0,
      );
      await untilBlocked(world.database, 1);
      await expectInnocentsServed();
      await untilBlocked(world.database, 1);
      await until(
        () => told.length,
        (refused) => refused >= CROWD - 129,
      );
      expect(new Set(told.map(({ status }) => status))).toEqual(new Set([429]));
      expect(told.every(({ headers }) => Number(headers.get('retry-after')) >= 1)).toBe(true);
      const refused = told.length;
      await holder.end();
      await Promise.all(asking);
      const answered = told.slice(refused).filter(({ status }) => status !== 429);
      expect(answered.length).toBeGreaterThan(0);
      expect(answered.every(({ status }) => status < 500)).toBe(true);
      expect(world.get(RowLockQueue).size).toBe(0);
    },
  );

  it('under one Idempotency-Key nobody waits but the first, and later ones get what he got', async () => {
    const id = await payments.payment();
    const holder = await hold(world, { ...ofPayment(id), ask: () => Promise.reject(new Error()) });
    const refund = () => refundShop(world, payments).refund(id, { amount: 1 }, { headers: { 'Idempotency-Key': `key of ${id}` } });
    const first = refund();
    await untilBlocked(world.database, 1);
    const told: number[] = [];
    const asking = times(CROWD, async () => told.push((await refund()).status));
    await until(
      () => told.length,
      (refused) => refused > 0,
    );
    await expectInnocentsServed();
    await holder.end();
    await Promise.all(asking);
    expect((await first).status).toBe(409); // not paid
    expect(new Set(told)).toEqual(new Set([409, 429]));
    expect((await refund()).headers.get('idempotency-replayed')).toBe('true');
  });

  it('reports of one attempt all wait, and each is taken', async () => {
    const id = await payments.payment();
    await payments.begin(id, 'mbank');
    const [{ reference } = { reference: '' }] = await payments.attempts(id);
    const holder = await hold(world, { ...ofPayment(id), ask: () => Promise.reject(new Error()) });
    const told: number[] = [];
    const reporting = times(CROWD, async () => told.push((await payments.report(id, { outcome: 'paid' }, reference)).status));
    await untilBlocked(world.database, 1);
    await expectInnocentsServed();
    expect(told).toEqual([]);
    await holder.end();
    await Promise.all(reporting);
    expect(told).toEqual(times(CROWD, () => 200));
    expect([await payments.status(id), world.get(RowLockQueue).size]).toEqual(['paid', 0]);
  });
});

describe('whoever waits for a row', () => {
  it('is told to come back when it is not free in time, and is no error of ours', async () => {
    // Hasty with locks, of which none is held before the row's, and patient with connections, which a busy machine may open late.
    const hasty = await startWorld({ DATABASE_LOCK_TIMEOUT_MS: '300' });
    try {
      const own = await paymentWorld(hasty).open();
      const id = await own.payment();
      // From now on hasty with a turn at the row, too.
      const queues = new RowLockQueue({ database: { connectionTimeoutMs: 1_500 } } as Environment);
      jest.spyOn(hasty.get(RowLockQueue), 'run').mockImplementation((access, work) => queues.run(access, work));
      const rush = { ...ofPayment(id), ask: () => refundShop(hasty, own).refund(id, { amount: 1 }) };
      const holder = await hold(hasty, rush);
      const told = await Promise.all(times(20, rush.ask));
      expect(told.map(({ status, body, headers }) => [status, body.errorCode, Number(headers.get('retry-after')) >= 1])).toEqual(
        times(20, () => [503, 'SERVICE_UNAVAILABLE', true]),
      );
      const form = await fetch(`${hasty.http.baseUrl}/pay/${id}/method`, {
        method: 'POST',
        body: new URLSearchParams({ channel: 'mbank' }),
      });
      expect([form.status, form.headers.get('retry-after')]).toEqual([503, '2']);
      await holder.end();
      expect((await rush.ask()).status).toBe(409);
      expect(queues.size).toBe(0);
    } finally {
      await hasty.stop();
    }
  });
});
