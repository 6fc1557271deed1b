import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { TotalsQuery } from '../../src/platform/totals/totals.query.js';
import { SumTotalsService } from '../../src/platform/totals/sum-totals.service.js';
import { EVERY_SERVICE } from '../../src/platform/listing/service-scope.js';
import { paymentWorld, type PaymentShop } from '../payments/support/payment-shop.js';
import { refundShop } from '../payments/support/refund-shop.js';
import { createSmsShop, GATEWAY_SECRET } from '../sms/sms-shop.js';
import { moveToNoon } from '../support/noon.js';
import { payerOf } from '../support/payer.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import type { World } from '../support/world.js';
import { inviteAndAccept, signInAs, startPanelWorld } from './support/panel-world.js';

const ZONE = 'Europe/Warsaw';

let world: World;
let shop: PaymentShop;
let other: PaymentShop;
beforeAll(async () => {
  world = await startPanelWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET, DISPLAY_TIME_ZONE: ZONE });
  await moveToNoon(world);
  const payments = paymentWorld(world);
  shop = await payments.openPaymentShop();
  other = await payments.openPaymentShop();
});
afterAll(() => world.stop());
beforeEach(() => world.asOwner('DELETE FROM rate_limit'));

const sumBatch = (batchSize?: number): Promise<boolean> => world.get(SumTotalsService).batch(batchSize);
/** Sums until no row is left. One batch may not be enough: open transactions in other databases of the server delay the task. */
const sumAll = (batchSize?: number): Promise<unknown> =>
  until(
    async () => {
      await sumBatch(batchSize);
      return world.database.query<{ left: number }[]>(
        `SELECT count(*)::int AS left FROM (
           SELECT 'state_history' AS log, created_xid FROM state_history UNION ALL SELECT 'ledger_entry', created_xid FROM ledger_entry
         ) AS row JOIN hourly_total_progress p USING (log) WHERE row.created_xid > p.last_xid`,
      );
    },
    ([row]) => row?.left === 0,
  );

interface TestTotal {
  service?: string;
  at?: Date;
  test?: boolean;
  outcome?: 'paid' | 'failed';
  channel?: string;
  reason?: string;
  currency?: string;
  count?: number;
  minor?: number;
}

/** Adds a total for the service and, like the task, the same total for all services. */
async function addTotal(total: TestTotal): Promise<void> {
  const { service = shop.serviceId, at = now(), test = false, outcome = 'paid', channel = 'blik', reason = '', currency = 'PLN' } = total;
  for (const id of [service, ''])
    await world.database.query(
      `INSERT INTO hourly_total AS f (service_id, hour, test, outcome, channel, reason, currency, count, amount_minor)
       VALUES ($1, date_trunc('hour', $2::timestamptz, $3), $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (service_id, hour, test, outcome, channel, reason, currency)
         DO UPDATE SET count = f.count + excluded.count, amount_minor = f.amount_minor + excluded.amount_minor`,
      [id, at, ZONE, test, outcome, channel, reason, currency, total.count ?? 1, total.minor ?? 100],
    );
}
const now = (): Date => world.get(BusinessClock).now();
const ago = (duration: { days?: number; hours?: number }): Date => DateTime.fromJSDate(now(), { zone: ZONE }).minus(duration).toJSDate();

/** Outcomes of one service, or of all services for an empty id, summed over all hours. */
const totals = (serviceId: string): Promise<object[]> =>
  world.database.query(
    `SELECT test, outcome, channel, reason, currency, sum(count)::int AS count, sum(amount_minor)::int AS minor FROM hourly_total
     WHERE service_id = $1 GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
    [serviceId],
  );

const insertPaidState = (subjectId: string, at = new Date()): string =>
  `INSERT INTO state_history (subject_type, subject_id, from_status, to_status, reason, at)
   VALUES ('payment_transaction', '${subjectId}', 'transaction_generated', 'transaction_paid', 'made up', '${at.toISOString()}')`;

describe('the task that sums hourly totals', () => {
  afterEach(() => world.asOwner('DELETE FROM hourly_total'));

  it('counts each paid payment and each failed attempt by channel and reason, per service and for all, test money apart', async () => {
    const refunds = refundShop(world, shop);
    for (const amount of [10, 20.5]) await refunds.createPaidTransaction({ amount });
    const failing = await shop.createNewPayment({ amount: 7 });
    await shop.beginAttempt(failing);
    await shop.reportAttempt(failing, { outcome: 'failed', reason: 'insufficient_funds' });
    const billing = shop.shop;
    const [paid, declined] = [await billing.create({ amount: 5 }), await billing.create({ amount: 5 })];
    await payerOf(world, paid.body.data.transactionId as string).pay('500600710');
    await payerOf(world, declined.body.data.transactionId as string).pay('500600008'); // the simulated operator declines this phone number
    const statusOf = async (created: typeof paid): Promise<string> =>
      (await billing.get(`/transactions/${created.body.data.transactionId as string}`)).body.data.status as string;
    await until(
      () => statusOf(declined),
      (status) => status === 'transaction_db_rejected',
    );
    await until(
      () => statusOf(paid),
      (status) => status === 'transaction_db_payed',
    );
    const sms = await createSmsShop(world, { partnerId: billing.partnerId });
    await sms.receive();
    await shop.createNewPayment({ amount: 99 }); // a payment without an attempt

    await sumAll();
    const online = [
      { test: false, outcome: 'failed', channel: 'mbank', reason: 'insufficient_funds', currency: 'PLN', count: 1, minor: 700 },
      { test: false, outcome: 'paid', channel: 'mbank', reason: '', currency: 'PLN', count: 2, minor: 3050 },
    ];
    const message = [
      { test: false, outcome: 'paid', channel: 'sms', reason: '', currency: 'PLN', count: 1, minor: expect.any(Number) as unknown },
    ];
    const bills = [
      { test: true, outcome: 'failed', channel: 'orange', reason: expect.any(String) as unknown, currency: 'PLN', count: 1, minor: 500 },
      { test: true, outcome: 'paid', channel: 'orange', reason: '', currency: 'PLN', count: 1, minor: 500 },
    ];
    expect(await totals(shop.serviceId)).toEqual(online);
    expect(await totals(sms.serviceId)).toEqual(message);
    expect(await totals(billing.serviceId)).toEqual(bills);
    expect(await totals('')).toEqual([...online, ...message, ...bills]);
    await sumAll();
    expect(await totals('')).toEqual([...online, ...message, ...bills]);
  });

  it('counts a payment once although its refund was reversed, and a held payment only after its review', async () => {
    const id = await shop.createNewPayment({ amount: 10 });
    const addStateChange = (from: string, to: string): Promise<unknown> =>
      world.database.query(
        `INSERT INTO state_history (subject_type, subject_id, from_status, to_status, reason, at)
         VALUES ('payment_transaction', $1, 'transaction_' || $2::text, 'transaction_' || $3::text, 'made up', now())`,
        [id, from, to],
      );
    await world.asOwner("UPDATE payment_transaction SET channel = 'blik' WHERE id = $1", [id]);
    await addStateChange('generated', 'fraud_possibility');
    await sumAll();
    expect(await totals(shop.serviceId)).toEqual([]);
    for (const [from, to] of [
      ['fraud_possibility', 'paid'],
      ['paid', 'refunded'],
      ['refunded', 'paid'],
      ['fraud_possibility', 'fraud'],
    ] as const)
      await addStateChange(from, to);
    await sumAll();
    expect(await totals(shop.serviceId)).toMatchObject([
      { outcome: 'failed', reason: 'fraud', count: 1 },
      { outcome: 'paid', count: 1, minor: 1000 },
    ]);
  });

  it('sums each row once with concurrent workers, also after a failed batch', async () => {
    const ids = await Promise.all(times(20, () => shop.createNewPayment({ amount: 1 })));
    await world.asOwner("UPDATE payment_transaction SET channel = 'blik' WHERE id = ANY ($1)", [ids]);
    for (const id of ids) await world.database.query(insertPaidState(id));
    await world.asOwner('ALTER TABLE hourly_total ADD CONSTRAINT none CHECK (false) NOT VALID');
    await until(
      () => sumBatch(3).then(String, String),
      (outcome) => outcome.includes('"none"'),
    );
    await world.asOwner('ALTER TABLE hourly_total DROP CONSTRAINT none');
    await Promise.all(times(6, () => sumAll(3)));
    expect(await totals('')).toMatchObject([{ channel: 'blik', count: 20, minor: 2000 }]);
    expect(await totals(shop.serviceId)).toEqual(await totals(''));
  });

  it('does not skip rows that are committed after younger rows', async () => {
    const [committedLater, committedFirst] = [await shop.createNewPayment({ amount: 1 }), await shop.createNewPayment({ amount: 2 })];
    await world.asOwner("UPDATE payment_transaction SET channel = 'blik' WHERE id = ANY ($1)", [[committedLater, committedFirst]]);
    const openTransaction = world.database.createQueryRunner();
    await openTransaction.startTransaction();
    await openTransaction.query(insertPaidState(committedLater));
    await world.database.query(insertPaidState(committedFirst));
    await sumBatch();
    expect(await totals('')).toEqual([]);
    await openTransaction.commitTransaction();
    await openTransaction.release();
    await sumAll();
    expect(await totals('')).toMatchObject([{ count: 2, minor: 300 }]);
  });

  it('assigns each hour to its day in the time zone, also when daylight saving time begins and ends', async () => {
    const id = await shop.createNewPayment({ amount: 1 });
    await world.asOwner("UPDATE payment_transaction SET channel = 'blik' WHERE id = $1", [id]);
    const springHours = ['2099-03-28T22:59:59Z', '2099-03-28T23:00:00Z', '2099-03-29T21:59:59Z', '2099-03-29T22:00:00Z'];
    const autumnHours = ['2099-10-25T00:30:00Z', '2099-10-25T01:30:00Z', '2099-10-25T22:59:59Z', '2099-10-25T23:00:00Z'];
    for (const at of [...springHours, ...autumnHours]) await world.database.query(insertPaidState(id, new Date(at)));
    await sumAll();
    const since = new Date('2099-03-01T00:00:00Z');
    const dayTotals = await world.get(TotalsQuery).run({ scope: EVERY_SERVICE, test: false, since, hour: '02:00', zone: ZONE });
    expect(dayTotals.map(({ day, isByHour, count }) => `${day} ${isByHour ? 'by 2:00' : 'later'} ${count}`).sort()).toEqual([
      '2099-03-28 later 1',
      '2099-03-29 by 2:00 1',
      '2099-03-29 later 1',
      '2099-03-30 by 2:00 1',
      '2099-10-25 by 2:00 2',
      '2099-10-25 later 1',
      '2099-10-26 by 2:00 1',
    ]);
  });

  it('deletes totals that are older than fifteen days', async () => {
    await addTotal({ at: ago({ days: 16 }) });
    await addTotal({ at: ago({ days: 14 }) });
    await sumBatch();
    expect(await totals(shop.serviceId)).toMatchObject([{ count: 1 }]);
  });
});

const textOf = (html: string): string =>
  html
    .replace(/<(style|script|nav)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');

describe('home', () => {
  type Person = Parameters<typeof signInAs>[1];
  const home = async (person: Person, path = '/home'): Promise<string> => textOf((await (await signInAs(world, person)).get(path)).text);
  const owner = (paymentShop: PaymentShop = shop): Person => ({ partnerId: paymentShop.shop.partnerId, role: 'owner' });
  const staff = (role: 'admin' | 'finance' | 'support' = 'admin'): Person => ({ partnerId: null, role });

  beforeAll(async () => {
    await world.asOwner('DELETE FROM hourly_total');
    await addTotal({ count: 3, minor: 12_345 });
    await addTotal({ count: 2, minor: 700, currency: 'EUR', channel: 'card' });
    await addTotal({ outcome: 'failed', reason: 'insufficient_funds', count: 1 });
    await addTotal({ at: ago({ days: 7 }), count: 4, minor: 5_000 });
    await addTotal({ at: ago({ days: 3 }), outcome: 'failed', reason: 'lapsed', count: 4 });
    await addTotal({ at: ago({ days: 8 }), count: 1_000 });
    await addTotal({ service: other.serviceId, count: 70, minor: 100_000 });
    await addTotal({ test: true, channel: 'pocztowy', count: 17, minor: 9_900 });
  });

  it('compares today with the same day of last week per currency, and shows each channel with the reasons of failures', async () => {
    const page = await home(owner());
    expect(page).toMatch(/Paid, EUR 2 EUR 7\.00 0 EUR 0\.00 0 EUR 0\.00 Paid, PLN 3 PLN 123\.45 4 PLN 50\.00 4 PLN 50\.00 Failed 1 0 0 /);
    expect(page).toMatch(/ BLIK 3 week ago 4 1 week ago 0 58% \(12\) 4 × abandoned 1 × insufficient funds /);
    expect(page).toMatch(/ Card 2 week ago 0 0 week ago 0 100% \(2\) /);
    expect(page).not.toMatch(/1000|Bank Pocztowy/);
    const day = (daysAgo: number): string => DateTime.fromJSDate(ago({ days: daysAgo }), { zone: ZONE }).toFormat('yyyy-MM-dd');
    expect(page).toMatch(new RegExp(`${day(7)} 4 0 .* ${day(3)} 0 4 .* ${day(0)} 5 1 `));
  });

  it('counts the day a week ago up to this hour, and separately as a whole day', async () => {
    const { text } = await (await signInAs(world, owner())).get('/home');
    expect(textOf(text)).toContain('A week ago, until 13:00');
    await addTotal({
      at: DateTime.fromJSDate(ago({ days: 7 }))
        .plus({ hours: 1 })
        .toJSDate(),
      count: 5,
      minor: 6_000,
    });
    expect(await home(owner())).toMatch(/Paid, PLN 3 PLN 123\.45 4 PLN 50\.00 9 PLN 110\.00 /);
  });

  it('shows test money on a separate page', async () => {
    const page = await home(owner(), '/home?money=test');
    expect(page).toMatch(/payments without real money.* Paid, PLN 17 PLN 99\.00 /);
    expect(page).toContain('Bank Pocztowy 17');
    expect(page).not.toMatch(/123\.45|BLIK/);
  });

  it('shows the totals of the person’s partner and services, or the totals of all partners to staff', async () => {
    expect(await home(owner(other))).toMatch(/Paid, PLN 70 PLN 1,000\.00 0 /);
    for (const role of ['admin', 'finance', 'support'] as const)
      expect(await home(staff(role))).toMatch(/Paid, EUR 2 EUR 7\.00 .* Paid, PLN 73 PLN 1,123\.45 4 /);
    const limited = (serviceIds: string[]) =>
      inviteAndAccept(world, { email: `${randomUUID()}@example.test`, partnerId: shop.shop.partnerId, role: 'finance', serviceIds });
    const [withoutSales, withSales] = [await limited([shop.shop.serviceId]), await limited([shop.serviceId])];
    const pageWithoutSales = textOf((await withoutSales.browser.get('/home')).text);
    expect(pageWithoutSales).toContain('Nothing was paid and nothing failed');
    const pageWithSales = textOf((await withSales.browser.get('/home')).text);
    expect(pageWithSales).toMatch(/Paid, PLN 3 PLN 123\.45 /);
    // A wallet belongs to all services of a partner, so a person who is limited to some services does not see the wallet.
    expect([pageWithoutSales, pageWithSales].filter((page) => /Pending|Available/.test(page))).toEqual([]);
  });

  it('is the first screen, and has a chart with the same data as a table', async () => {
    const person = await signInAs(world, { partnerId: shop.shop.partnerId, role: 'viewer' });
    expect((await person.get('/')).headers.get('location')).toBe('/home');
    const { text } = await person.get('/home');
    expect(text).toContain('<title id="days-title">Paid and failed attempts of each of the last 8 days; today 5 paid and 1 failed</title>');
    expect([...text.matchAll(/<rect class="(good|bad)" x=/g)].map(([, tone]) => tone).sort()).toEqual(['bad', 'bad', 'good', 'good']);
    expect(text).not.toMatch(/ style=/);
  });

  it('shows failing endpoints and the number of unacknowledged paid notifications to people who may see notifications', async () => {
    expect(await home(owner())).toContain('Everything paid more than 15 minutes ago is acknowledged');
    await refundShop(world, shop).createPaidTransaction({ amount: 3 });
    await world.asOwner("UPDATE webhook_delivery SET created_at = created_at - interval '16 minutes' WHERE service_id = $1", [
      shop.serviceId,
    ]);
    await world.asOwner(
      `INSERT INTO webhook_endpoint (service_id, failed_tries, first_failure_at, last_failure_at) VALUES ($1, 3, now(), now())`,
      [shop.serviceId],
    );
    const allAcknowledged = 'Everything paid more than';
    for (const person of [owner(), staff('support')]) {
      const page = await home(person);
      expect(page).toMatch(/Paid, not acknowledged for 15 minutes: \d+ Books failing since 20/);
      expect(page).not.toContain(allAcknowledged);
    }
    expect(await home(owner(other))).toContain(allAcknowledged);
    for (const role of ['viewer', 'finance'] as const)
      expect(await home({ partnerId: shop.shop.partnerId, role })).not.toMatch(/acknowledged|failing since/);
  });

  it('shows the wallet of the partner, or the sum of all wallets to staff, without test money', async () => {
    const wallet = await world.database.query<{ partner: string; test: boolean; minor: number }[]>(
      'SELECT partner_id AS partner, test, available_minor::int + pending_minor::int AS minor FROM wallet',
    );
    const real = wallet.filter(({ test }) => !test);
    expect(real.length).toBeGreaterThan(0);
    const page = await home(owner());
    expect(page).toMatch(/Wallet Pending Available Reserved Owed PLN [\d.,]+ PLN /);
    expect(await home(staff())).toContain('Wallets of all partners Pending');
    for (const role of ['viewer', 'support'] as const)
      expect(await home({ partnerId: shop.shop.partnerId, role })).not.toContain('Pending');
  });
});
