import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Environment } from '../../src/runtime/config/environment.js';
import { RowLockQueue } from '../../src/runtime/database/pool-quotas/row-lock-queue.js';
import { level0Shop } from '../payments/support/level0-shop.js';
import { type PaymentShop, paymentWorld } from '../payments/support/payment-shop.js';
import { refundShop } from '../payments/support/refund-shop.js';
import { createSmsShop } from '../sms/sms-shop.js';
import { holdTransaction, untilBlocked } from '../support/held-transaction.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

/** The number of concurrent requests. It is higher than the number that may wait for one row: `MAX_WAITING` in row-lock-queue.ts is 128. */
const CROWD = 200;

interface CrowdResponse {
  status: number;
  headers: Headers;
}
/** Concurrent requests, and the row that all of them lock. */
interface Contention {
  table: string;
  where: string;
  value: string;
  send: (index: number) => Promise<CrowdResponse>;
}

let world: World;
let shop: Shop;
let payments: PaymentShop;
/** Another partner, whose requests concern other rows. */
let otherPartner: Shop;
let page: string;
beforeAll(async () => {
  world = await startWorld({
    DATABASE_POOL_SIZE: '5',
    TRUST_PROXY: '127.0.0.1',
  });
  shop = await world.createPartnerShop({ silent: true });
  payments = await paymentWorld(world).openPaymentShop({ shop });
  otherPartner = await world.createPartnerShop({ silent: true });
  page = pageOf((await otherPartner.create()).body.data.transactionId as string);
});
afterAll(() => world.stop());

const pageOf = (directBillingId: string): string => `${world.http.baseUrl}/pay/directbilling/${directBillingId}`;
const urlOfDatabase = (target: World): string => (target.database.options as { url: string }).url;
const hold = (target: World, { table, where, value }: Contention) =>
  holdTransaction(urlOfDatabase(target), `SELECT FROM ${table} WHERE ${where} = $1 FOR UPDATE`, [value]);
/** A form of one of many payers, each with an IP address of its own. */
const post = (url: string, index: number, fields: Record<string, string> = {}): Promise<CrowdResponse> => {
  const headers = { 'X-Forwarded-For': `198.51.100.${index + 1}` };
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });
};
const paymentRow = (value: string) => ({ table: 'payment_transaction', where: 'id', value });

const CONTENTIONS: Record<string, () => Promise<Contention>> = {
  'refunds of one payment': async () => {
    const id = await payments.createNewPayment();
    return { ...paymentRow(id), send: () => refundShop(world, payments).sendRefundRequest(id, { amount: 1 }) };
  },
  'payments with a code': async () => {
    const level0 = level0Shop(world, payments);
    const id = await level0.createUnpaidPayment();
    return { ...paymentRow(id), send: () => level0.pay(id, { ticket: { T6: '777123' } }) };
  },
  'deletions of one alias': async () => {
    const level0 = level0Shop(world, payments);
    const id = await level0.registerActiveAlias(randomUUID().slice(0, 8));
    return { table: 'payment_alias', where: 'id', value: id, send: () => level0.unregisterById(id) };
  },
  'subscriptions with one payment': async () => {
    const id = await payments.createNewPayment();
    const body = { transactionId: id, ticket: { T6: '777123' }, alias: { type: 'PAYID', value: 'a', label: 'a' }, options: { model: 'O' } };
    const path = `/payment/${payments.serviceId}/blik/subscriptions`;
    return { ...paymentRow(id), send: () => world.http.post(path, { token: shop.token, body }) };
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
    return { table: 'sms_transaction', where: 'code', value: code, send: () => sms.check(code) };
  },
  'forms of one payment’s page': async () => {
    const id = await payments.createNewPayment();
    const url = `${world.http.baseUrl}/pay/${id}/method`;
    return { ...paymentRow(id), send: (index) => post(url, index, { channel: 'mbank' }) };
  },
  'forms of one payment’s page on a phone bill': async () => {
    const id = (await shop.create()).body.data.transactionId as string;
    const send: Contention['send'] = (index) => post(`${pageOf(id)}/change`, index);
    return { table: 'direct_billing_transaction', where: 'id', value: id, send };
  },
};

async function expectOthersServed(): Promise<void> {
  const responses = await Promise.all([
    ...times(5, () => otherPartner.create()),
    otherPartner.get('/transactions'),
    world.http.get('/readyz'),
    fetch(page, { headers: { 'X-Forwarded-For': '203.0.113.7' } }),
    fetch(`${page}/change`, { method: 'POST', headers: { 'X-Forwarded-For': '203.0.113.7' }, redirect: 'manual' }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([...times(8, () => 200), 303]);
}

describe('200 concurrent requests for one locked row', () => {
  it.each(Object.entries(CONTENTIONS))(
    '%s: one waits in the database, requests for other rows are served, and those beyond the limit get 429',
    async (_, prepare) => {
      const contention = await prepare();
      const holder = await hold(world, contention);
      const responses: CrowdResponse[] = [];
      const sending = times(CROWD, async (index) => responses.push(await contention.send(index)));
      await until(
        () => responses.length,
        (rejected) => rejected > 0,
      );
      await untilBlocked(world.database, 1);
      await expectOthersServed();
      await untilBlocked(world.database, 1);
      await until(
        () => responses.length,
        (rejected) => rejected >= CROWD - 129, // one request runs, and MAX_WAITING (128) in row-lock-queue.ts may wait
      );
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([429]));
      expect(responses.every(({ headers }) => Number(headers.get('retry-after')) >= 1)).toBe(true);
      const rejected = responses.length;
      await holder.commitAndClose();
      await Promise.all(sending);
      const accepted = responses.slice(rejected).filter(({ status }) => status !== 429);
      expect(accepted.length).toBeGreaterThan(0);
      expect(accepted.every(({ status }) => status < 500)).toBe(true);
      expect(world.get(RowLockQueue).size).toBe(0);
    },
  );

  it('with one idempotency key: only the first one waits, and later ones get its response', async () => {
    const id = await payments.createNewPayment();
    const holder = await hold(world, { ...paymentRow(id), send: () => Promise.reject(new Error()) });
    const refund = () =>
      refundShop(world, payments).sendRefundRequest(id, { amount: 1 }, { headers: { 'Idempotency-Key': `key of ${id}` } });
    const first = refund();
    await untilBlocked(world.database, 1);
    const responses: number[] = [];
    const sending = times(CROWD, async () => responses.push((await refund()).status));
    await until(
      () => responses.length,
      (rejected) => rejected > 0,
    );
    await expectOthersServed();
    await holder.commitAndClose();
    await Promise.all(sending);
    expect((await first).status).toBe(409); // The payment is not paid.
    expect(new Set(responses)).toEqual(new Set([409, 429]));
    expect((await refund()).headers.get('idempotency-replayed')).toBe('true');
  });

  it('with callbacks of one attempt: all wait, and all are accepted', async () => {
    const id = await payments.createNewPayment();
    await payments.beginAttempt(id, 'mbank');
    const [{ reference } = { reference: '' }] = await payments.attempts(id);
    const holder = await hold(world, { ...paymentRow(id), send: () => Promise.reject(new Error()) });
    const responses: number[] = [];
    const callbacks = times(CROWD, async () => responses.push((await payments.reportAttempt(id, { outcome: 'paid' }, reference)).status));
    await untilBlocked(world.database, 1);
    await expectOthersServed();
    expect(responses).toEqual([]);
    await holder.commitAndClose();
    await Promise.all(callbacks);
    expect(responses).toEqual(times(CROWD, () => 200));
    expect([await payments.readStatus(id), world.get(RowLockQueue).size]).toEqual(['paid', 0]);
  });
});

describe('a request that waits for a row', () => {
  it('gets 503 with Retry-After when the row is not free in time, and causes no internal error', async () => {
    // The limit for locks is short, because these requests wait for no lock before the row lock. The limit for connections is still the
    // long one of tests, because a busy machine may open connections late.
    const impatient = await startWorld({ DATABASE_LOCK_TIMEOUT_MS: '300' });
    try {
      const impatientShop = await paymentWorld(impatient).openPaymentShop();
      const id = await impatientShop.createNewPayment();
      // From here on the row lock queue has a short limit, too.
      const queues = new RowLockQueue({ database: { connectionTimeoutMs: 1_500 } } as Environment);
      jest.spyOn(impatient.get(RowLockQueue), 'run').mockImplementation((access, work) => queues.run(access, work));
      const contention = { ...paymentRow(id), send: () => refundShop(impatient, impatientShop).sendRefundRequest(id, { amount: 1 }) };
      const holder = await hold(impatient, contention);
      const responses = await Promise.all(times(20, contention.send));
      expect(responses.map(({ status, body, headers }) => [status, body.errorCode, Number(headers.get('retry-after')) >= 1])).toEqual(
        times(20, () => [503, 'SERVICE_UNAVAILABLE', true]),
      );
      const form = await fetch(`${impatient.http.baseUrl}/pay/${id}/method`, {
        method: 'POST',
        body: new URLSearchParams({ channel: 'mbank' }),
      });
      expect([form.status, form.headers.get('retry-after')]).toEqual([503, '2']);
      await holder.commitAndClose();
      expect((await contention.send()).status).toBe(409);
      expect(queues.size).toBe(0);
    } finally {
      await impatient.stop();
    }
  });
});
