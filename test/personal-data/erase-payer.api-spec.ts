import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bodySignature } from '../../src/platform/webhooks/delivery/body-signature.js';
import { type Run, runCommandWith } from '../cli/cli-world.js';
import { paymentWorld, type PaymentWorld } from '../payments/support/payment-shop.js';
import { subscriptionShop, type SubscriptionShop } from '../payments/support/subscription-shop.js';
import { createSmsShop, GATEWAY_SECRET, type SmsShop } from '../sms/sms-shop.js';
import { payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { countRowsByTable, rowsMentioning, type Row, dumpDatabase } from './support/dump-database.js';

const NUMBER = '500600700';
const EMAIL = 'jan.nowak+shop@example.com';
/** Spellings of the payer's identifiers. The data of other payers contains them only as parts of `SIMILAR_IDENTIFIERS`. */
const PAYER_SPELLINGS = [NUMBER, '500 600 700', '500-600-700', '500%20600%20700', EMAIL, 'jan.nowak%2bshop%40example.com'];
const OTHER_NUMBER = '48500600701';
const SIMILAR_IDENTIFIERS = ['marjan.nowak+shop@example.com', '1500600700'];
/** Tables that a running gateway changes even without requests. */
const CHANGING_TABLES = /^(bullmq\.|rate_limit$|access_token_use$|listing_|ledger_seal|personal_data_erasure$)/;

let world: World;
let payments: PaymentWorld;
let shop: Shop;
let sms: SmsShop;
let subscriptions: SubscriptionShop;
const ids = { billed: '', rejected: '', paid: '', byPhone: '', otherBilled: '', otherPaid: '', message: '' };

const cli = (...argv: string[]): Promise<Run> => runCommandWith({ ...world.settings }, argv);
const maskSimilar = (text: string): string => SIMILAR_IDENTIFIERS.reduce((rest, other) => rest.replaceAll(other, 'another'), text);
const allRows = async (): Promise<Row[]> => {
  const rows = await dumpDatabase(world.settings['DATABASE_OWNER_URL'] ?? '');
  return rows.map(({ table, text }) => ({ table, text: maskSimilar(text) }));
};
const remaining = async (needles = PAYER_SPELLINGS): Promise<Record<string, number>> =>
  countRowsByTable(rowsMentioning(await allRows(), needles));
const waitForDeliveries = (): Promise<unknown> =>
  until(
    () => world.database.query<{ n: number }[]>("SELECT count(*)::int AS n FROM webhook_delivery WHERE status = 'pending'"),
    ([row]) => row?.n === 0,
  );

async function createBilled(phoneNumber: string, body: Record<string, unknown>): Promise<string> {
  const id = (await shop.create({ amount: 9.99, amountType: 'gross', ...body })).body.data.transactionId as string;
  await payerOf(world, id).pay(phoneNumber);
  await until(
    () => shop.get(`/transactions/${id}`),
    ({ body: { data } }) => data.status === 'transaction_db_payed',
  );
  return id;
}

async function createPaid(body: Record<string, unknown>): Promise<string> {
  const id = await subscriptions.createNewPayment(body);
  await subscriptions.beginAttempt(id, 'card');
  await subscriptions.reportAttempt(id, { outcome: 'paid' });
  return id;
}

beforeAll(async () => {
  world = await startWorld({ ROLE: 'all', SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  payments = paymentWorld(world);
  shop = await world.createPartnerShop();
  sms = await createSmsShop(world);
  subscriptions = await subscriptionShop(payments, { shop });

  ids.billed = await createBilled(NUMBER, {
    control: EMAIL.toUpperCase(),
    description: 'Points for 500 600 700',
    steamid: '76561197960287930',
    returns: { success: `https://shop.example/ok?phone=%2B48${NUMBER}&mail=jan.nowak%2Bshop%40example.com` },
  });
  ids.rejected = (await shop.create({ amount: 5, phoneNumber: `+48${NUMBER}`, control: 'order-2' })).body.data.transactionId as string;
  await world.asOwner('UPDATE direct_billing_transaction SET expires_at = created_at WHERE id = $1', [ids.rejected]);
  ids.paid = await createPaid({
    amount: 100,
    control: `order-3 of ${NUMBER}`,
    description: 'A book',
    customer: { name: 'Jan Nowak', email: 'Jan.Nowak+Shop@Example.com', ip: '198.51.100.9', countryCode: 'PL' },
    billing: { name: 'Jan', surname: 'Nowak', street: 'Prosta', city: 'Gdynia', postalCode: '81-001', country: 'PL', phone: '500-600-700' },
    antifraud: { useragent: 'Browser/1.0', systemId: 'jan-17' },
    cart: [{ name: 'Book for Jan', producer: 'Press', code: 'B1', category: 'books', quantity: 1, price: 100 }],
  });
  ids.byPhone = await createPaid({ amount: 10, antifraud: { phone: `48${NUMBER}`, name: 'Jan' } });
  const subscriptionResponse = await subscriptions.subscribe(
    await subscriptions.createRequestBody({ alias: { value: EMAIL, type: 'PAYID', label: 'Books of Jan' } }),
  );
  const { subscriptionId } = subscriptionResponse.body.data as { subscriptionId: string };
  await subscriptions.reportMandate(subscriptionId, { outcome: 'active' });
  await subscriptions.reportMandate(subscriptionId, { outcome: 'revoked', by: 'payer' });
  await sms.buyCode({ id: 'of-payer', from: `+48${NUMBER}` });
  await sms.receive({ id: 'refused', from: NUMBER, text: `write to ${EMAIL}` });

  const link = (body: Record<string, unknown>) => world.http.post(`/payment/${subscriptions.serviceId}/links`, { token: shop.token, body });
  await link({ amount: 5, singleUse: true, description: `Lesson of ${EMAIL}`, control: 'lesson-1' });
  await link({ amount: 5, description: 'Lessons', control: NUMBER });
  await link({ amount: 5, description: `Lessons of ${SIMILAR_IDENTIFIERS[0]}`, control: `not ${SIMILAR_IDENTIFIERS[1]}` });

  ids.otherBilled = await createBilled(OTHER_NUMBER, {
    control: `not ${SIMILAR_IDENTIFIERS[0]}`,
    description: `nor ${SIMILAR_IDENTIFIERS[1]}`,
  });
  ids.otherPaid = await createPaid({ amount: 20, control: 'order-9', customer: { name: 'Marian', email: SIMILAR_IDENTIFIERS[0] } });
  await sms.receive({ id: 'of-another', from: OTHER_NUMBER, text: `${sms.keyword} call +48 500-600-700` });
  await world.asOwner(
    `INSERT INTO idempotency_key (partner_id, key, fingerprint, claim_id, claimed_at, status, body)
     VALUES ($1, 'one', '\\x00', gen_random_uuid(), now(), 200, $2)`,
    [shop.partnerId, `{"data":{"email":"${EMAIL}"}}`],
  );
  const inbox = { method: 'POST', headers: { 'webhook-id': 'inbox-of-payer' }, body: `{"number_from":"48${NUMBER}"}` };
  await fetch(`${world.sandbox.url}/inbox/${shop.serviceId}`, inbox);
  await until(
    () => shop.get(`/transactions/${ids.rejected}`),
    ({ body: { data } }) => data.status === 'transaction_db_rejected',
  );
  await waitForDeliveries();
  // As if the receiver had repeated the e-mail address.
  await world.asOwner("UPDATE webhook_attempt SET response_excerpt = 'Hello ' || $1", [EMAIL]);
});
afterAll(() => world.stop());

const kindsOf = ({ out }: Run): Record<string, number[]> =>
  Object.fromEntries(
    (JSON.parse(out) as { kinds: { kind: string; found: number; erased: number; not_yet: number }[] }).kinds.map(
      ({ kind, found, erased, not_yet }) => [kind, [found, erased, not_yet]],
    ),
  );

describe('payer erase', () => {
  it('only counts rows in a dry run', async () => {
    const before = await remaining();
    const run = await cli('payer', 'erase', `+48${NUMBER}`, '--dry-run', '--json');
    expect([run.code, run.err]).toEqual([0, '']);
    expect(kindsOf(run)).toMatchObject({
      directbilling_transactions: [2, 0, 0],
      sms_messages: [3, 0, 0],
      payments: [2, 0, 0],
      payment_links: [1, 0, 0],
    });
    expect(await remaining()).toEqual(before);
    expect(before).toMatchObject({
      direct_billing_transaction: 2,
      sms_inbound: 3,
      payment_transaction: 2,
      webhook_event: expect.any(Number),
    });
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(['direct_billing_charge', 'idempotency_key', 'payment_alias', 'payment_attempt', 'sms_transaction', 'sandbox.inbox_attempt', 'sandbox.text_message', 'sandbox.payer_code', 'sandbox.operator_charge']), // prettier-ignore
    );
    expect(JSON.parse((await cli('payer', 'erasures', '--json')).out)).toEqual([]);
  });

  it('removes the number and then the e-mail address from the whole database, and changes no data of other payers', async () => {
    const before = await allRows();
    const signedEvents = await world.database.query<{ id: string; signed_text: string }[]>(
      'SELECT id, signed_text FROM webhook_event WHERE subject_id = $1 ORDER BY id DESC LIMIT 1',
      [ids.billed],
    );
    const byNumber = await cli('payer', 'erase', `+48 500-600-700`, '--author', 'Anna', '--reason', 'Asked', '--yes', '--json');
    expect([byNumber.code, byNumber.err]).toEqual([0, '']);
    expect(kindsOf(byNumber)).toMatchObject({
      directbilling_transactions: [2, 2, 0],
      sms_messages: [3, 3, 0],
      payments: [2, 2, 0],
      payment_links: [1, 1, 0],
    });
    expect(await remaining([NUMBER, '500 600 700', '500-600-700'])).toEqual({});

    const byAddress = await cli('payer', 'erase', 'JAN.Nowak+shop@example.COM', '--author', 'Anna', '--reason', 'Asked', '--yes', '--json');
    expect([byAddress.code, byAddress.err]).toEqual([0, '']);
    expect(await remaining()).toEqual({});

    const after = new Set((await allRows()).map(({ table, text }) => `${table} ${text}`));
    const missing = before.filter(({ table, text }) => !CHANGING_TABLES.test(table) && !after.has(`${table} ${text}`));
    const otherPayersRows = missing.filter(
      (row) => rowsMentioning([row], [...PAYER_SPELLINGS, ids.byPhone, 'inbox-of-payer']).length === 0,
    );
    expect(countRowsByTable(otherPayersRows)).toEqual({});

    const [event] = await world.database.query<{ body: string; sent_signature: string; erased: boolean }[]>(
      'SELECT body, sent_signature, erased_at IS NOT NULL AS erased FROM webhook_event WHERE id = $1',
      [signedEvents[0]?.id],
    );
    expect(event).toMatchObject({ erased: true, sent_signature: bodySignature(signedEvents[0]?.signed_text ?? '', await shop.ipnKey()) });
    expect(JSON.parse(event?.body ?? '')).toMatchObject({ id: ids.billed, number_from: 'erased', control: 'erased' });
  });

  it('shows the time of erasure in the details of a transaction', async () => {
    for (const [id, isErased] of Object.entries({
      [ids.billed]: true,
      [ids.paid]: true,
      [ids.otherBilled]: false,
      [ids.otherPaid]: false,
    })) {
      const { transaction } = JSON.parse((await cli('transaction', 'show', id, '--json')).out) as { transaction: { erased_at: unknown } };
      expect([id, typeof transaction.erased_at === 'string']).toEqual([id, isErased]);
    }
  });

  it('keeps sums, states and the structure of responses', async () => {
    expect((await shop.get(`/transactions/${ids.billed}`)).body.data).toMatchObject({
      status: 'transaction_db_payed',
      phoneNumber: null,
      control: 'erased',
      value: 9.99,
      operator: 'orange',
    });
    expect((await subscriptions.get(`/transactions/${ids.paid}`)).body.data).toMatchObject({
      status: 'transaction_paid',
      control: 'order-3 of erased',
      customer: { name: null, email: null, ip: null, country: 'PL' },
      amount: { value: 100 },
    });
    const list = (await sms.get('/transactions')).body.data as { from: number; used: boolean }[];
    expect(list.map(({ from }) => from).sort()).toEqual([48000000000, Number(OTHER_NUMBER)]);
    expect((await cli('ledger', 'verify')).code).toBe(0);
    expect((await cli('counters', 'verify')).code).toBe(0);
  });

  it('leaves nothing that filters and searches can find', async () => {
    expect((await shop.get(`/transactions?filter[phoneNumber]=${NUMBER}`)).body.data).toEqual([]);
    expect(JSON.parse((await cli('transaction', 'find', '--phone', NUMBER, '--json')).out)).toEqual([]);
    expect(JSON.parse((await cli('transaction', 'find', '--email', EMAIL, '--json')).out)).toEqual([]);
    const { body } = await shop.get(`/transactions?filter[phoneNumber]=${OTHER_NUMBER}`);
    expect((body.data as { id: string }[]).map(({ id }) => id)).toEqual([ids.otherBilled]);
  });

  it('prevents resending an erased notification, which still shows the time of erasure and the sent signature', async () => {
    const [delivery] = await world.database.query<{ event_id: string }[]>('SELECT event_id FROM webhook_delivery WHERE subject_id = $1', [
      ids.billed,
    ]);
    const id = delivery?.event_id ?? '';
    const resend = await cli('deliveries', 'resend', id);
    expect([resend.code, resend.out]).toEqual([1, expect.stringContaining('was erased')]);
    const details = await cli('deliveries', 'show', id, '--json');
    expect(JSON.parse(details.out)).toMatchObject({
      erased_at: expect.stringMatching(/^20/),
      sent_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('is recorded without the identifier, but can be found by the identifier', async () => {
    const erasuresOf = async (...identifiers: string[]): Promise<Record<string, unknown>[]> =>
      JSON.parse((await cli('payer', 'erasures', ...identifiers, '--json')).out) as Record<string, unknown>[];
    expect(await erasuresOf()).toHaveLength(2);
    expect(await erasuresOf(`48${NUMBER}`)).toMatchObject([{ author: 'Anna', not_yet: 0, finished_at: expect.any(String) }]);
    expect(await erasuresOf('jan.nowak+SHOP@example.com')).toHaveLength(1);
    expect(await erasuresOf(OTHER_NUMBER)).toEqual([]);
  });

  it('finds nothing when it is repeated', async () => {
    const { code, out } = await cli('payer', 'erase', NUMBER, '--reason', 'Asked', '--yes');
    expect([code, out]).toEqual([0, expect.stringContaining('Nothing mentions this payer.')]);
  });

  it.each(['12345', 'jan', ''])('fails with a usage error for the identifier %j', async (identifier) =>
    expect(await cli('payer', 'erase', identifier)).toMatchObject({ code: 2, out: '' }),
  );
});
