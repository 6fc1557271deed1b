import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StartAttemptService } from '../../src/products/payments/attempts/start/start-attempt.service.js';
import { type PaymentShop, paymentWorld } from '../payments/support/payment-shop.js';
import { createSmsShop, GATEWAY_SECRET, PHONE, type SmsShop } from '../sms/sms-shop.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';
import { type Run, runIn } from './cli-world.js';

interface Found {
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
  [shop, other] = [await world.partner(), await world.partner()];
  payments = await paymentWorld(world).open({ shop });
  sms = await createSmsShop(world);
  const billed = async (by: Shop, body: Record<string, unknown>): Promise<string> =>
    (await by.create({ amount: 9.99, amountType: 'gross', ...body })).body.data.transactionId as string;
  ids.billed = await billed(shop, { control: 'order-1', phoneNumber: '500600700' });
  ids.otherBilled = await billed(other, { control: "o'rder-2" });
  ids.paid = await payments.payment({ amount: 100, control: 'order-1', customer: { email: 'Jan@Example.com' } });
  await payments.begin(ids.paid, 'card');
  await payments.report(ids.paid, { outcome: 'paid' });
  ids.failed = await payments.payment({ amount: 12.3, customer: { email: 'eva@example.com' } });
  await sms.buyCode({ to: 7255 });
  const used = await sms.buyCode({ to: 7255, from: '48500600701' });
  await sms.check(used);
});
afterAll(() => world.stop());

const run = (...argv: string[]): Promise<Run> => runIn({ ...world.settings }, ['transaction', 'find', ...argv]);
async function find(...argv: string[]): Promise<Found[]> {
  const { code, out, err } = await run(...argv, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Found[];
}
const idsOf = (found: readonly Found[]): string[] => found.map(({ area, id }) => (area === 'sms' ? 'sms' : id));

describe('transaction find', () => {
  it('finds transactions of all products by control, newest first', async () => {
    const found = await find('--control', 'order-1');
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
    expect(idsOf(await find('--control', "o'rder-2"))).toEqual([ids.otherBilled]);
  });

  it.each(['500600700', '+48 500 600 700', '48500600700'])('finds by the phone number %j in any form', async (phone) => {
    const found = await find('--phone', phone);
    expect(idsOf(found)).toEqual(['sms', ids.billed]);
    expect(found.every(({ payer }) => payer === PHONE)).toBe(true);
  });

  it('finds by the e-mail address in any case', async () => {
    expect(idsOf(await find('--email', 'jan@example.COM'))).toEqual([ids.paid]);
    expect(await find('--email', 'nobody@example.com')).toEqual([]);
  });

  it('finds e-mail addresses only by a hash, which cannot be computed without the key', async () => {
    const [row] = await world.database.query<{ hash: Buffer }[]>('SELECT email_hash AS hash FROM payment_transaction WHERE id = $1', [
      ids.paid,
    ]);
    const plain = createHash('sha256').update('jan@example.com').digest('hex');
    expect([row?.hash.length, row?.hash.toString('hex') === plain]).toEqual([32, false]);
  });

  it('finds by the amount, in any product', async () => {
    expect(idsOf(await find('--amount', '9.99'))).toEqual([ids.otherBilled, ids.billed]);
    expect(idsOf(await find('--amount', '12.3'))).toEqual([ids.failed]);
    expect(idsOf(await find('--amount', '2.46'))).toEqual(['sms', 'sms']);
    expect(await find('--amount', '12.31')).toEqual([]);
  });

  it('finds by the number that the payer sees, in any product', async () => {
    const [row] = await world.database.query<{ name: string }[]>(
      'SELECT payer_transaction_id AS name FROM payment_transaction WHERE id = $1',
      [ids.paid],
    );
    expect(idsOf(await find('--number', (row?.name ?? '').toLowerCase()))).toEqual([ids.paid]);
    expect(idsOf(await find('--number', ids.billed.slice(0, 8).toUpperCase()))).toContain(ids.billed);
    expect(idsOf(await find('--number', '7255'))).toEqual(['sms', 'sms']);
    expect(await find('--number', '7256')).toEqual([]);
  });

  it.each([
    [['--status', 'transaction_paid'], () => [ids.paid]],
    [['--status', 'used'], () => ['sms']],
    [['--channel', 'card'], () => [ids.paid]],
    [['--operator', 'orange'], () => []],
  ])('filters by %j', async (options, expected) => {
    expect(idsOf(await find(...options))).toEqual(expected());
  });

  it('filters by service, partner and time, and limits the number of rows', async () => {
    expect(idsOf(await find('--service', payments.serviceId))).toEqual([ids.failed, ids.paid]);
    expect(idsOf(await find('--partner', other.partnerId))).toEqual([ids.otherBilled]);
    const cut = await run('--service', payments.serviceId, '--limit', '1', '--json');
    expect([idsOf(JSON.parse(cut.out) as Found[]), cut.err]).toEqual([
      [ids.failed],
      'The list ends after 1, and there is more: give a larger --limit.\n',
    ]);
    await world.forward({ hours: 72 });
    expect(await find('--until', '4d')).toEqual([]);
    expect(await find('--until', '1d')).toHaveLength(6);
    expect(await find('--since', '1d')).toEqual([]);
    expect(await find('--since', '4d')).toHaveLength(6);
  });

  it('finds by the e-mail address that the payer typed', async () => {
    const typed = await payments.payment({ amount: 100 });
    await world
      .get(StartAttemptService)
      .run(typed, 'card', { clientAddress: '198.51.100.7', userAgent: 'Firefox', email: 'Typed@Example.com' });
    expect(idsOf(await find('--email', 'typed@example.com'))).toEqual([typed]);
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
    [['--since', '1d', '--until', '2d'], 'The time ends before it begins.'],
    [['--limit', '0'], 'It must be a whole number from 1'],
  ])('rejects %j', async (options, sentence) => {
    const { code, err } = await run(...options);
    expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
