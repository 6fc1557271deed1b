import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { READ_PAID_PAYMENTS } from '../../src/products/payments/checkout/payer-subscription.query.js';
import { visitedRows } from '../listing/support/visited-rows.js';
import { uuidToReference } from '../../src/common/reference.js';
import { getPage, postForm } from '../checkout/support/page.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { mandate } from './support/fake-mandates.js';
import { paymentWorld } from './support/payment-shop.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { subscriptionShop, type Subscribed, type SubscriptionShop } from './support/subscription-shop.js';

let world: World;
let shop: SubscriptionShop;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
  shop = await subscriptionShop(paymentWorld(world));
});
beforeEach(() => shop.consents.reset());
afterAll(() => stopAndVerifyLedger(world));

/** The link to the subscription on the page of its payment. */
async function linkOf({ transactionId }: Subscribed): Promise<string> {
  const { document } = await getPage(`${world.http.baseUrl}/pay/${transactionId}`);
  return `${world.http.baseUrl}${document.querySelector('.own-page a')?.getAttribute('href') ?? ' is missing'}`;
}
const heading = async (url: string): Promise<string | undefined> => (await getPage(url)).document.querySelector('h1')?.textContent;
const listed = async (id: string) => (await shop.get(`/subscriptions?filter[uuid]=${id}`)).body.data[0];

describe('a subscription with a page for its payer', () => {
  it('ends once when its payer ends it, notifies its partner, and is revoked at the acquirer until the acquirer confirms', async () => {
    const made = await shop.active();
    const link = await linkOf(made);
    const answers = await Promise.all(times(5, () => postForm(`${link}/end`, {})));
    expect(answers.map(({ status }) => status)).toEqual(times(5, () => 303));
    expect(await heading(link)).toBe('The agreement has ended');
    expect(await shop.states(made.id)).toEqual(['cancelled', 'unregistered']);
    expect((await listed(made.id)).cancelled).toEqual({ by: 'payer', reason: null });
    const [{ count } = { count: 0 }] = await world.database.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM webhook_event WHERE subject_id = $1 AND body LIKE '%subscription_cancelled%'`,
      [made.id],
    );
    expect(count).toBe(1);
    shop.consents.onRevoke = () => mandate({ outcome: 'revoked', by: 'payer' });
    await shop.pollDue();
    expect(shop.consents.revoked.filter(({ reference }) => reference === uuidToReference(made.id)).map(({ wish }) => wish)).toEqual([
      'payer',
    ]);
    expect((await shop.row(made.id))['next_poll_at']).toBeNull();
    expect((await shop.charge(made.id)).body).toMatchObject({ errorCode: 'SUBSCRIPTION_NOT_ACTIVE' });
  });

  it('is revoked at the acquirer in the merchant’s name when its partner ended it', async () => {
    const made = await shop.active();
    await world.http.send('DELETE', `/payment/${shop.serviceId}/blik/aliases/${made.aliasId}`, {
      token: shop.shop.token,
      body: { reason: 'x' },
    });
    shop.consents.reset();
    await shop.pollDue();
    expect(shop.consents.revoked.map(({ wish }) => wish)).toEqual(['merchant']);
  });

  it('is shown without reading payments of others, however many there are', async () => {
    const made = await shop.active();
    const one = await new DataSource({ type: 'postgres', url: world.settings['DATABASE_URL'] ?? '', poolSize: 1 }).initialize();
    await one.query('SET enable_seqscan = off'); // Otherwise PostgreSQL reads small tables as a whole.
    const { rows, distinctScans } = await visitedRows(
      one,
      { ...READ_PAID_PAYMENTS, values: [made.id, made.transactionId] },
      'payment_transaction',
    );
    await one.destroy();
    expect(distinctScans).toEqual(['Index Scan payment_transaction_pkey']);
    expect(rows).toBe(1);
  });

  it('lists its charges together with the first payment', async () => {
    const made = await shop.active({ model: 'O' }, 5);
    await shop.report(made.transactionId, { outcome: 'paid' });
    for (const amount of [10, 20]) expect((await shop.charge(made.id, amount)).status).toBe(200);
    const { document } = await getPage(await linkOf(made));
    expect(document.querySelectorAll('.charges dd').map((sum) => sum.textContent.replaceAll('\u00a0', ' '))).toEqual([
      'PLN 20.00',
      'PLN 10.00',
      'PLN 5.00',
    ]);
  });

  it('cannot be ended through the link of another one', async () => {
    const [one, other] = [await shop.active(), await shop.active()];
    const [, signature] = /\/([^/]+)$/.exec(await linkOf(one)) ?? [];
    const answer = await postForm(`${world.http.baseUrl}/pay/agreements/${other.id}/${signature}/end`, {});
    expect([answer.status, await shop.states(other.id)]).toEqual([404, ['active', 'active']]);
  });
});
