import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { READ_PAID_PAYMENTS } from '../../src/products/payments/checkout/payer-subscription.query.js';
import { visitedRows } from '../listing/support/visited-rows.js';
import { uuidToReference } from '../../src/common/reference.js';
import { getPage, postForm } from '../checkout/support/page.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { fakeMandateResult } from './support/fake-mandates.js';
import { paymentWorld } from './support/payment-shop.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { subscriptionShop, type SubscribedIds, type SubscriptionShop } from './support/subscription-shop.js';

let world: World;
let shop: SubscriptionShop;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
  shop = await subscriptionShop(paymentWorld(world));
});
beforeEach(() => shop.fakeMandates.reset());
afterAll(() => stopAndVerifyLedger(world));

/** The link to the subscription on the page of its payment. */
async function subscriptionLink({ transactionId }: SubscribedIds): Promise<string> {
  const { document } = await getPage(`${world.http.baseUrl}/pay/${transactionId}`);
  return `${world.http.baseUrl}${document.querySelector('.own-page a')?.getAttribute('href') ?? ' is missing'}`;
}
const heading = async (url: string): Promise<string | undefined> => (await getPage(url)).document.querySelector('h1')?.textContent;
const readSubscription = async (id: string) => (await shop.get(`/subscriptions?filter[uuid]=${id}`)).body.data[0];

describe('a subscription with a page for its payer', () => {
  it('ends once when its payer ends it, notifies its partner, and is revoked at the acquirer until the acquirer confirms', async () => {
    const subscription = await shop.createActive();
    const link = await subscriptionLink(subscription);
    const responses = await Promise.all(times(5, () => postForm(`${link}/end`, {})));
    expect(responses.map(({ status }) => status)).toEqual(times(5, () => 303));
    expect(await heading(link)).toBe('The agreement has ended');
    expect(await shop.statesWithAlias(subscription.id)).toEqual(['cancelled', 'unregistered']);
    expect((await readSubscription(subscription.id)).cancelled).toEqual({ by: 'payer', reason: null });
    const [{ count } = { count: 0 }] = await world.database.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM webhook_event WHERE subject_id = $1 AND body LIKE '%subscription_cancelled%'`,
      [subscription.id],
    );
    expect(count).toBe(1);
    shop.fakeMandates.onRevoke = () => fakeMandateResult({ outcome: 'revoked', by: 'payer' });
    await shop.pollDue();
    expect(
      shop.fakeMandates.revoked.filter(({ reference }) => reference === uuidToReference(subscription.id)).map(({ wish }) => wish),
    ).toEqual(['payer']);
    expect((await shop.findRow(subscription.id))['next_poll_at']).toBeNull();
    expect((await shop.charge(subscription.id)).body).toMatchObject({ errorCode: 'SUBSCRIPTION_NOT_ACTIVE' });
  });

  it('is revoked at the acquirer for the merchant when its partner ended it', async () => {
    const subscription = await shop.createActive();
    await world.http.send('DELETE', `/payment/${shop.serviceId}/blik/aliases/${subscription.aliasId}`, {
      token: shop.shop.token,
      body: { reason: 'x' },
    });
    shop.fakeMandates.reset();
    await shop.pollDue();
    expect(shop.fakeMandates.revoked.map(({ wish }) => wish)).toEqual(['merchant']);
  });

  it('is shown by a query that reads only its own payment, through the primary key', async () => {
    const subscription = await shop.createActive();
    const dataSource = await new DataSource({ type: 'postgres', url: world.settings['DATABASE_URL'] ?? '', poolSize: 1 }).initialize();
    await dataSource.query('SET enable_seqscan = off'); // Otherwise PostgreSQL reads small tables as a whole.
    const { rows, distinctScans } = await visitedRows(
      dataSource,
      { ...READ_PAID_PAYMENTS, values: [subscription.id, subscription.transactionId] },
      'payment_transaction',
    );
    await dataSource.destroy();
    expect(distinctScans).toEqual(['Index Scan payment_transaction_pkey']);
    expect(rows).toBe(1);
  });

  it('is shown with its charges and its first payment, newest first', async () => {
    const subscription = await shop.createActive({ model: 'O' }, 5);
    await shop.reportAttempt(subscription.transactionId, { outcome: 'paid' });
    for (const amount of [10, 20]) expect((await shop.charge(subscription.id, amount)).status).toBe(200);
    const { document } = await getPage(await subscriptionLink(subscription));
    expect(document.querySelectorAll('.charges dd').map((amount) => amount.textContent.replaceAll('\u00a0', ' '))).toEqual([
      'PLN 20.00',
      'PLN 10.00',
      'PLN 5.00',
    ]);
  });

  it('cannot be ended with the signature of another subscription’s link', async () => {
    const [first, second] = [await shop.createActive(), await shop.createActive()];
    const [, signature] = /\/([^/]+)$/.exec(await subscriptionLink(first)) ?? [];
    const response = await postForm(`${world.http.baseUrl}/pay/agreements/${second.id}/${signature}/end`, {});
    expect([response.status, await shop.statesWithAlias(second.id)]).toEqual([404, ['active', 'active']]);
  });
});
