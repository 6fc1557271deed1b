import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createSmsShop, GATEWAY_SECRET, type SmsShop } from '../sms/sms-shop.js';
import { payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

/** The number of clients of one traffic class. It is many times the quota of the class, so most of the clients wait. */
const CROWD = 40;
/** The quota of one class: 75 % of 5 connections, rounded up. */
const CLASS_QUOTA = 4;

let world: World;
let shop: Shop;
/** Four partners. Each may use a quarter of the quota of partners (`DATABASE_POOL_CALLER_SHARE` is 25 by default). */
let smsShops: SmsShop[];
/** A separate connection, whose locks block the requests. */
let holder: Client;
beforeAll(async () => {
  world = await startWorld({
    DATABASE_POOL_SIZE: '5',
    DATABASE_POOL_SHARE: '75',
    TRUST_PROXY: '127.0.0.1',
    SMS_CONNECTOR_SECRET: GATEWAY_SECRET,
  });
  shop = await world.createPartnerShop({ silent: true });
  smsShops = await Promise.all(times(4, () => createSmsShop(world)));
});
afterAll(() => world.stop());
beforeEach(async () => {
  holder = new Client({ connectionString: (world.database.options as { url: string }).url });
  await holder.connect();
});
afterEach(() => holder.end());

/** Waits until exactly this many connections wait for the holder. */
const waitForBlocked = (connections: number): Promise<unknown> =>
  until(
    async () => {
      await holder.query('SELECT pg_stat_clear_snapshot()'); // Within a transaction the view would otherwise not change.
      const { rows } = await holder.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gateway' AND wait_event_type = 'Lock'",
      );
      return rows[0]?.n;
    },
    (n) => n === connections,
  );
const newTransaction = async (): Promise<string> => (await shop.create()).body.data.transactionId as string;

describe('the pool quotas', () => {
  it(`let partners be served while ${CROWD} payers use the whole quota of payers`, async () => {
    const ids = await Promise.all(times(CROWD, newTransaction));
    await holder.query('BEGIN');
    await holder.query('SELECT FROM direct_billing_transaction WHERE id = ANY ($1) FOR UPDATE', [ids]);
    const paying = ids.map((id, index) => payerOf(world, id, `203.0.113.${index + 1}`).enterOtherNumber());
    await waitForBlocked(CLASS_QUOTA);
    expect((await shop.create()).status).toBe(200);
    expect((await shop.get('/transactions')).status).toBe(200);
    await waitForBlocked(CLASS_QUOTA);
    await holder.query('COMMIT');
    expect(new Set(await Promise.all(paying))).toEqual(new Set([303]));
  });

  it(`let payers and connectors be served while ${CROWD} partners use the whole quota of partners`, async () => {
    const id = await newTransaction();
    const codes = await Promise.all(smsShops.map((smsShop) => smsShop.buyCode()));
    await holder.query('BEGIN');
    await holder.query('SELECT FROM sms_transaction WHERE code = ANY ($1) FOR UPDATE', [codes]);
    const checking = smsShops.flatMap((smsShop, index) => times(CROWD / smsShops.length, () => smsShop.check(codes[index])));
    await waitForBlocked(CLASS_QUOTA);
    expect(await payerOf(world, id).readPageState()).toBe('choose');
    expect(await payerOf(world, id).chooseOperator()).toBe(303);
    expect((await (smsShops[0] as SmsShop).receive()).status).toBe(200);
    await waitForBlocked(CLASS_QUOTA);
    await holder.query('COMMIT');
    expect(new Set((await Promise.all(checking)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('are released: one class of traffic alone is served again and again', async () => {
    for (let round = 0; round < 5; round += 1) {
      const statuses = await Promise.all(times(20, async () => (await shop.get('/transactions')).status));
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
  });
});
