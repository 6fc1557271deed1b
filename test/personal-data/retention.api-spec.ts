import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SystemClock } from '../../src/common/time/clocks.js';
import { Metrics } from '../../src/runtime/metrics/metrics.js';
import { RetentionService } from '../../src/platform/personal-data/retention.service.js';
import { bodySignature } from '../../src/platform/webhooks/delivery/body-signature.js';
import { ExpirePaymentsService } from '../../src/products/payments/attempts/expire-payments.service.js';
import { type PaymentShop, paymentWorld } from '../payments/support/payment-shop.js';
import { createSmsShop, GATEWAY_SECRET, PHONE, type SmsShop } from '../sms/sms-shop.js';
import { drainBatches } from '../support/drain-batches.js';
import { payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

const DAY_MS = 86_400_000;
const DAYS = { notifications: 100, texts: 200, payers: 300 };

let world: World;
let shop: Shop;
let payments: PaymentShop;
let sms: SmsShop;
let billed: string;
let paid: string;
let open: string;
let startMs: number;
beforeAll(async () => {
  startMs = Date.now();
  world = await startWorld({
    ROLE: 'all',
    SMS_CONNECTOR_SECRET: GATEWAY_SECRET,
    RETENTION_NOTIFICATION_BODIES_DAYS: String(DAYS.notifications),
    RETENTION_SMS_TEXTS_DAYS: String(DAYS.texts),
    RETENTION_PAYER_DATA_DAYS: String(DAYS.payers),
  });
  // A run of a scheduled task while a test sets the clock 300 days ahead would expire the open payment.
  jest.spyOn(world.get(ExpirePaymentsService), 'batch').mockResolvedValue(false);
  shop = await world.createPartnerShop();
  payments = await paymentWorld(world).openPaymentShop({ shop });
  sms = await createSmsShop(world);
  billed = (await shop.create({ control: 'order-1', description: 'Points' })).body.data.transactionId as string;
  await payerOf(world, billed).pay();
  paid = await payments.createNewPayment({
    amount: 10,
    control: 'order-2',
    customer: { name: 'Jan', email: 'jan@example.com', countryCode: 'DE' },
  });
  await payments.beginAttempt(paid, 'card');
  await payments.reportAttempt(paid, { outcome: 'paid' });
  open = await payments.createNewPayment({ amount: 10, customer: { name: 'Eva' } });
  await sms.buyCode({ id: 'one' });
  await until(
    () => world.database.query<{ n: number }[]>("SELECT count(*)::int AS n FROM webhook_delivery WHERE status = 'acknowledged'"),
    ([row]) => row?.n === 4,
  );
});
afterAll(() => world.stop());

/** Runs the due erasures with the clock set to the start of the test plus this time. */
async function eraseAfter(days: number, minutes = 0): Promise<void> {
  const now = jest.spyOn(world.get(SystemClock), 'now').mockReturnValue(new Date(startMs + days * DAY_MS + minutes * 60_000));
  await drainBatches(() => world.get(RetentionService).batch()).finally(() => now.mockRestore());
}
const row = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>> =>
  (await world.database.query<Record<string, unknown>[]>(sql, values))[0] ?? {};
const event = () =>
  row('SELECT id, body, signed_text, sent_signature FROM webhook_event WHERE subject_id = $1 ORDER BY id LIMIT 1', billed);
const message = () => row("SELECT from_number, text, reply FROM sms_inbound WHERE message_id = 'one'");
const transaction = () => row('SELECT phone_number, description, control, status FROM direct_billing_transaction WHERE id = $1', billed);
const charge = () => row('SELECT phone_number, state FROM direct_billing_charge WHERE transaction_id = $1', billed);
const payment = (id: string) => row('SELECT customer, control, status FROM payment_transaction WHERE id = $1', id);
const attempt = () => row('SELECT payer_email, payer_ip FROM payment_attempt WHERE transaction_id = $1', paid);

describe('personal data after its retention period', () => {
  it('is not erased on the day before', async () => {
    const readAll = () => Promise.all([event(), message(), transaction(), charge(), payment(paid), payment(open), attempt()]);
    const before = await readAll();
    await eraseAfter(DAYS.notifications);
    expect(await readAll()).toEqual(before);
  });

  it('is erased from notifications: their bodies, but not their signatures', async () => {
    const { signed_text } = await event();
    await eraseAfter(DAYS.notifications, 60);
    expect(await event()).toMatchObject({
      body: '{}',
      signed_text: '',
      sent_signature: bodySignature(String(signed_text), await shop.ipnKey()),
    });
    expect(await row('SELECT count(*)::int AS n FROM webhook_attempt WHERE response_excerpt IS NOT NULL')).toEqual({ n: 0 });
    expect(await message()).toMatchObject({ from_number: PHONE, text: sms.keyword });
    expect((await shop.get(`/transactions/${billed}`)).body.data).toMatchObject({ notify: { is_send: true } });
  });

  it('is erased from texts of SMS, but not yet from their senders', async () => {
    await eraseAfter(DAYS.texts, 60);
    expect(await message()).toEqual({ from_number: PHONE, text: '', reply: '' });
    expect(await transaction()).toMatchObject({ phone_number: PHONE });
  });

  it('is erased from payments, which keep sums and states, but not from open payments', async () => {
    await eraseAfter(DAYS.payers, 60);
    expect(await message()).toMatchObject({ from_number: '48000000000' });
    expect(await row("SELECT from_number, code <> '' AS coded FROM sms_transaction WHERE message_id = 'one'")).toEqual({ from_number: '48000000000', coded: true }); // prettier-ignore
    expect(await transaction()).toEqual({ phone_number: null, description: null, control: 'order-1', status: 'transaction_db_payed' });
    expect(await charge()).toEqual({ phone_number: '48000000000', state: 'booked' });
    expect(await payment(paid)).toEqual({ customer: { countryCode: 'DE' }, control: 'order-2', status: 'transaction_paid' });
    expect(await attempt()).toEqual({ payer_email: null, payer_ip: null });
    expect(await payment(open)).toMatchObject({ customer: { name: 'Eva' }, status: 'transaction_new' });
    expect(await world.ledgerSum()).toBe(0);
  });

  it('is counted by kind', async () => {
    const { values } = await world.get(Metrics).registry.getSingleMetric('gateway_personal_data_erased_total')!.get();
    const counts = Object.fromEntries(values.map(({ labels, value }) => [labels['kind'], value]));
    expect(counts).toEqual({ notifications: 4, sms_texts: 1, sms_messages: 1, directbilling_transactions: 1, payments: 1 });
  });
});
