import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StartAttemptService } from '../../src/products/payments/attempts/start/start-attempt.service.js';
import { type PaymentShop, paymentWorld } from '../payments/support/payment-shop.js';
import { createSmsShop, GATEWAY_SECRET, PHONE, type SmsShop } from '../sms/sms-shop.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';
import { type Run, runCommandWith } from './cli-world.js';

interface FoundTransaction {
  area: string;
  id: string;
  service_id: string;
  control: string | null;
  status: string;
  payer: string | null;
  through: string | null;
  amount: string;
  currency: string;
}

let world: World;
let shop: Shop;
let other: Shop;
let payments: PaymentShop;
let sms: SmsShop;
const ids: Record<'billed' | 'otherBilled' | 'paid' | 'failed', string> = { billed: '', otherBilled: '', paid: '', failed: '' };

beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  [shop, other] = [await world.createPartnerShop(), await world.createPartnerShop()];
  payments = await paymentWorld(world).openPaymentShop({ shop });
  sms = await createSmsShop(world);
  const createTransaction = async (seller: Shop, body: Record<string, unknown>): Promise<string> =>
    (await seller.create({ amount: 9.99, amountType: 'gross', ...body })).body.data.transactionId as string;
  ids.billed = await createTransaction(shop, { control: 'order-1', phoneNumber: '500600700' });
  ids.otherBilled = await createTransaction(other, { control: "o'rder-2" });
  ids.paid = await payments.createNewPayment({ amount: 100, control: 'order-1', customer: { email: 'Jan@Example.com' } });
  await payments.beginAttempt(ids.paid, 'card');
  await payments.reportAttempt(ids.paid, { outcome: 'paid' });
  ids.failed = await payments.createNewPayment({ amount: 12.3, customer: { email: 'eva@example.com' } });
  await sms.buyCode({ to: 7255 });
  const usedCode = await sms.buyCode({ to: 7255, from: '48500600701' });
  await sms.check(usedCode);
});
afterAll(() => world.stop());

const run = (...argv: string[]): Promise<Run> => runCommandWith({ ...world.settings }, ['transaction', 'find', ...argv]);
async function findTransactions(...argv: string[]): Promise<FoundTransaction[]> {
  const { code, out, err } = await run(...argv, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as FoundTransaction[];
}
/** Ids in the order of the output. Transactions of SMS have the same placeholder, because their numbers differ in each run. */
const idsOf = (found: readonly FoundTransaction[]): string[] => found.map(({ area, id }) => (area === 'sms' ? 'sms' : id));

describe('transaction find', () => {
  it('finds transactions of all products by control, newest first', async () => {
    const found = await findTransactions('--control', 'order-1');
    expect(found).toMatchObject([
      {
        area: 'payment',
        id: ids.paid,
        status: 'transaction_paid',
        amount: '100.00',
        currency: 'PLN',
        through: 'card',
        payer: 'Jan@Example.com',
      },
      { area: 'directbilling', id: ids.billed, status: 'transaction_db_new', amount: '9.99', currency: 'PLN', control: 'order-1' },
    ]);
    expect(idsOf(await findTransactions('--control', "o'rder-2"))).toEqual([ids.otherBilled]);
  });

  it.each(['500600700', '+48 500 600 700', '48500600700'])('finds by the phone number %j in any form', async (phone) => {
    const found = await findTransactions('--phone', phone);
    expect(idsOf(found)).toEqual(['sms', ids.billed]);
    expect(found.every(({ payer }) => payer === PHONE)).toBe(true);
  });

  it('finds by the e-mail address in any case', async () => {
    expect(idsOf(await findTransactions('--email', 'jan@example.COM'))).toEqual([ids.paid]);
    expect(await findTransactions('--email', 'nobody@example.com')).toEqual([]);
  });

  it('finds by a keyed hash of the e-mail address, not by a plain SHA-256', async () => {
    const [row] = await world.database.query<{ hash: Buffer }[]>('SELECT email_hash AS hash FROM payment_transaction WHERE id = $1', [
      ids.paid,
    ]);
    const hashWithoutKey = createHash('sha256').update('jan@example.com').digest('hex');
    expect([row?.hash.length, row?.hash.toString('hex') === hashWithoutKey]).toEqual([32, false]);
  });

  it('finds by the amount, in any product', async () => {
    expect(idsOf(await findTransactions('--amount', '9.99'))).toEqual([ids.otherBilled, ids.billed]);
    expect(idsOf(await findTransactions('--amount', '12.3'))).toEqual([ids.failed]);
    expect(idsOf(await findTransactions('--amount', '2.46'))).toEqual(['sms', 'sms']);
    expect(await findTransactions('--amount', '12.31')).toEqual([]);
  });

  it('finds by the number that the payer sees, in any product', async () => {
    const [row] = await world.database.query<{ name: string }[]>(
      'SELECT payer_transaction_id AS name FROM payment_transaction WHERE id = $1',
      [ids.paid],
    );
    expect(idsOf(await findTransactions('--number', (row?.name ?? '').toLowerCase()))).toEqual([ids.paid]);
    expect(idsOf(await findTransactions('--number', ids.billed.slice(0, 8).toUpperCase()))).toContain(ids.billed);
    expect(idsOf(await findTransactions('--number', '7255'))).toEqual(['sms', 'sms']);
    expect(await findTransactions('--number', '7256')).toEqual([]);
  });

  it.each([
    [['--status', 'transaction_paid'], () => [ids.paid]],
    [['--status', 'used'], () => ['sms']],
    [['--channel', 'card'], () => [ids.paid]],
    [['--operator', 'orange'], () => []],
  ])('filters by %j', async (options, expected) => {
    expect(idsOf(await findTransactions(...options))).toEqual(expected());
  });

  it('filters by service, partner and time, and limits the number of rows', async () => {
    expect(idsOf(await findTransactions('--service', payments.serviceId))).toEqual([ids.failed, ids.paid]);
    expect(idsOf(await findTransactions('--partner', other.partnerId))).toEqual([ids.otherBilled]);
    const limited = await run('--service', payments.serviceId, '--limit', '1', '--json');
    expect([idsOf(JSON.parse(limited.out) as FoundTransaction[]), limited.err]).toEqual([
      [ids.failed],
      'The list is limited to 1. Give a larger --limit to see more.\n',
    ]);
    await world.moveTimeForward({ hours: 72 });
    expect(await findTransactions('--until', '4d')).toEqual([]);
    expect(await findTransactions('--until', '1d')).toHaveLength(6);
    expect(await findTransactions('--since', '1d')).toEqual([]);
    expect(await findTransactions('--since', '4d')).toHaveLength(6);
  });

  it('finds by the e-mail address that the payer entered on the page', async () => {
    const paymentId = await payments.createNewPayment({ amount: 100 });
    await world
      .get(StartAttemptService)
      .run(paymentId, 'card', { clientAddress: '198.51.100.7', userAgent: 'Firefox', email: 'Typed@Example.com' });
    expect(idsOf(await findTransactions('--email', 'typed@example.com'))).toEqual([paymentId]);
  });

  it('prints a table as text, or says that there is no transaction', async () => {
    expect((await run('--control', 'order-1')).out).toMatch(/^Created at .*\n.*payment/);
    expect((await run('--control', 'none')).out).toContain('No transaction since');
  });

  it.each([
    [['--email', 'a@b.pl', '--operator', 'orange'], 'No product has transactions with such a combination.'],
    [['--status', 'paid'], '--status: DirectBilling transaction_db_new'],
    [['--operator', 'tmobile'], 'orange, play, t-mobile, plus'],
    [['--since', 'yesterday'], 'It must be a date such as 2026-11-01'],
    [['--amount', '0'], 'It must be an amount above 0'],
    [['--since', '1d', '--until', '2d'], '--until must be later than --since.'],
    [['--limit', '0'], 'It must be a whole number from 1'],
  ])('rejects %j', async (options, message) => {
    const { code, err } = await run(...options);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
