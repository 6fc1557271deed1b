import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { uuidToReference } from '../../src/common/reference.js';
import { ApplyChargeOutcomeService } from '../../src/products/direct-billing/charges/apply-charge-outcome.service.js';
import { ExpireTransactionsService } from '../../src/products/direct-billing/charges/expire-transactions.service.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from '../payments/support/payment-shop.js';
import { type RefundShop, refundResult, refundShop, sendRefunds } from '../payments/support/refund-shop.js';
import { payerOf } from '../support/payer.js';
import { times } from '../support/times.js';
import type { World } from '../support/world.js';
import type { PanelBrowser } from './support/panel-browser.js';
import { readLatestAudit, signInAs, startPanelWorld } from './support/panel-world.js';

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
let refunds: RefundShop;
let operations: PanelBrowser;
let support: PanelBrowser;
beforeAll(async () => {
  world = await startPanelWorld();
  payments = paymentWorld(world);
  shop = await payments.openPaymentShop({ shop: await world.createPartnerShop({ silent: true }) });
  refunds = refundShop(world, shop);
  operations = await signInAs(world, { partnerId: null, role: 'operations' });
  support = await signInAs(world, { partnerId: null, role: 'support' });
});
afterAll(() => world.stop());
beforeEach(() => world.asOwner('DELETE FROM rate_limit'));

const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');
const listPage = async (list: string, behind = ''): Promise<string> =>
  (await support.get(`/exceptions?list=${list}&behind=${behind}`)).text;
/** The text of the table row that links to a transaction. */
const rowOf = (page: string, id: string): string =>
  textOf([...page.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => row).find((row) => row.includes(`/transactions/${id}"`)) ?? '');

let users = 0;
/** Pays twice as the same user of the shop, so that the second payment is held. @returns the id of the second payment. */
async function createHeldPayment(): Promise<string> {
  const antifraud = { systemId: `user ${(users += 1)}` };
  await refunds.createPaidTransaction({ amount: 20, antifraud });
  const id = await refunds.createPaidTransaction({ amount: 100, antifraud });
  expect(await shop.readStatus(id)).toBe('fraud_possibility');
  return id;
}

describe('held payments', () => {
  it('are listed with rule, amount and seller, and shown with the number of payments by the same payer', async () => {
    const id = await createHeldPayment();
    const page = textOf((await operations.get('/held')).text);
    expect(page).toMatch(/mbank PLN 100\.00 too many by one user of the shop Test Shop Books/);
    const detailPage = (await operations.get(`/held/${id}`)).text;
    expect(textOf(detailPage)).toMatch(/address \d+ 0 0/);
    expect(detailPage).toContain(`href="/transactions/${id}"`);
    const [row] = await world.database.query<{ at: Date }[]>('SELECT held_at AS at FROM payment_transaction WHERE id = $1', [id]);
    const laterId = await createHeldPayment();
    const nextPage = (await operations.get(`/held?behind=${row?.at.getTime()}.${id}`)).text;
    expect([nextPage.includes(`/held/${id}`), nextPage.includes(`/held/${laterId}`)]).toEqual([false, true]);
  });

  it('are released or rejected with a reason by staff with that right, with an audit entry each', async () => {
    const [releasedId, rejectedId] = [await createHeldPayment(), await createHeldPayment()];
    const before = (await readLatestAudit(world)).count;
    expect((await support.get(`/held/${releasedId}`)).text).not.toContain('name="decision"');
    expect((await support.post(`/held/${releasedId}`, { decision: 'release', reason: 'Ticket 1' })).status).toBe(403);
    expect((await operations.post(`/held/${releasedId}`, { decision: 'release' })).status).toBe(422);
    expect((await operations.post(`/held/${releasedId}`, { reason: 'Ticket 1' })).status).toBe(422);
    expect([await shop.readStatus(releasedId), (await readLatestAudit(world)).count]).toEqual(['fraud_possibility', before]);
    expect((await operations.post(`/held/${releasedId}`, { decision: 'release', reason: 'Ticket 1' })).location).toBe(
      `/transactions/${releasedId}`,
    );
    expect((await operations.post(`/held/${rejectedId}`, { decision: 'reject', reason: 'Ticket 2' })).location).toBe(
      `/transactions/${rejectedId}`,
    );
    expect([await shop.readStatus(releasedId), await shop.readStatus(rejectedId)]).toEqual(['paid', 'fraud']);
    const rows = await world.database.query<object[]>(
      'SELECT action, reason, door FROM audit_entry WHERE subject_id IN ($1, $2) ORDER BY at',
      [releasedId, rejectedId],
    );
    expect(rows).toEqual([
      { action: 'payment.release', reason: 'Ticket 1', door: 'panel' },
      { action: 'payment.refuse', reason: 'Ticket 2', door: 'panel' },
    ]);
    expect((await operations.get(`/held/${releasedId}`)).status).toBe(404);
    for (const id of ['nonsense', '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c']) {
      expect((await operations.get(`/held/${id}`)).status).toBe(404);
      expect((await operations.post(`/held/${id}`, { decision: 'release', reason: 'Ticket 3' })).status).toBe(
        id === 'nonsense' ? 404 : 422,
      );
    }
  });

  it('are released or rejected once when two people decide concurrently', async () => {
    const admin = await signInAs(world, { partnerId: null, role: 'admin' });
    for (let round = 0; round < 4; round += 1) {
      const id = await createHeldPayment();
      const before = (await readLatestAudit(world)).count;
      const decisions = ['release', 'reject'] as const;
      const responses = await Promise.all(
        [operations, admin].map((browser, index) =>
          browser.post(`/held/${id}`, { decision: decisions[index] ?? '', reason: `Ticket ${index}` }),
        ),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([303, 422]);
      const accepted = responses.findIndex(({ status }) => status === 303);
      expect(await shop.readStatus(id)).toBe(['paid', 'fraud'][accepted]);
      expect((await readLatestAudit(world)).count).toBe(before + 1);
    }
    expect(await world.ledgerSum()).toBe(0);
  });
});

describe('exceptions that need staff', () => {
  it('include refunds without an outcome, with the time of the next poll', async () => {
    const id = await refunds.createPaidTransaction({ amount: 50 });
    payments.acquirer.onRefund = () => refundResult('pending');
    await refunds.createNewRefund(id, 20);
    await sendRefunds(world);
    expect(rowOf(await listPage('refunds'), id)).toMatch(
      /The acquirer has not confirmed or declined the refund yet\. Next status check: 20\S+ \S+ PLN 20\.00 mbank · fake \S+ \S+ Test Shop · Books/,
    );
  });

  it('include suspense money, and a conflicting later status update of the acquirer', async () => {
    const id = await shop.createNewPayment({ amount: 100 });
    await shop.beginAttempt(id);
    await shop.reportAttempt(id, { outcome: 'paid', money: { amountMinor: 9_000, currency: 'PLN' } });
    expect(rowOf(await listPage('unmatched'), id)).toMatch(
      /stays in suspense.* Ask the acquirer what it still holds, .* PLN 90\.00 mbank · fake/,
    );
    expect(await listPage('conflicts')).not.toContain(id);
    await shop.reportAttempt(id, { outcome: 'paid', money: { amountMinor: 10_000, currency: 'PLN' } });
    expect(rowOf(await listPage('conflicts'), id)).toMatch(/different amount .*Next status check: .* PLN 90\.00 reported: PLN 100\.00/);
  });

  it('include booked and unmatched chargebacks, each once across the pages', async () => {
    const id = await refunds.createPaidTransaction({ amount: 70 });
    const [attempt] = await shop.attempts(id);
    const reportChargeback = (eventId: string, reference: string | null) =>
      world.http.post('/connectors/channels/fake/reports', {
        body: { kind: 'chargeback', eventId, providerRef: null, reference, money: { amountMinor: 7_000, currency: 'PLN' } },
      });
    await reportChargeback('of a payment', uuidToReference(attempt?.reference ?? ''));
    expect(rowOf(await listPage('chargebacks'), id)).toMatch(
      /taken from the partner’s wallet.* evidence .* PLN 70\.00 mbank · fake of a payment/,
    );
    await Promise.all(times(55, (index) => reportChargeback(`of nothing ${index}.`, null)));
    const eventIds: string[] = [];
    for (let path = '/exceptions?list=chargebacks'; path;) {
      const { text } = await support.get(path);
      eventIds.push(...[...text.matchAll(/>(of (?:nothing \d+\.|a payment))<\/code>/g)].map(([, eventId = '']) => eventId));
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    }
    expect(eventIds).toHaveLength(56);
    expect(new Set(eventIds).size).toBe(56);
  });

  it('include charges that an operator booked too late, and conflicting status updates of operators', async () => {
    const createCharge = async (): Promise<{ id: string; reference: string }> => {
      const id = (await shop.shop.create()).body.data.transactionId as string;
      await payerOf(world, id).charge();
      const [row] = await world.database.query<{ reference: string }[]>(
        'SELECT reference FROM direct_billing_charge WHERE transaction_id = $1',
        [id],
      );
      return { id, reference: row?.reference ?? '' };
    };
    const outcomes = world.get(ApplyChargeOutcomeService);
    const conflicting = await createCharge();
    await outcomes.run({ reference: conflicting.reference }, { outcome: 'booked' });
    await outcomes.run({ reference: conflicting.reference }, { outcome: 'refused', reason: 'other' });
    expect(rowOf(await listPage('bills'), conflicting.id)).toMatch(/declined the charge, after it had booked it\. .* PLN 12\.30 orange/);
    const lateCharge = await createCharge();
    await outcomes.run({ reference: lateCharge.reference }, { outcome: 'refused', reason: 'other' });
    await world.moveTimeForward({ minutes: 31 });
    await world.get(ExpireTransactionsService).batch();
    await outcomes.run({ reference: lateCharge.reference }, { outcome: 'booked' });
    expect(rowOf(await listPage('late'), lateCharge.id)).toMatch(/requested to reverse the charge.* PLN 12\.30 orange/);
  });

  it.each(['refunds', 'unmatched', 'late', 'chargebacks', 'conflicts', 'bills'])(
    'are listed on the next page of %s after the last row',
    async (list) => {
      const isLatestFirst = ['unmatched', 'late', 'chargebacks'].includes(list);
      const [earliest, latest] = ['1.00000000-0000-0000-0000-000000000000', '4102444800000.ffffffff-ffff-ffff-ffff-ffffffffffff'];
      expect(textOf(await listPage(list, isLatestFirst ? latest : earliest))).toMatch(/fake|orange/);
      expect(textOf(await listPage(list, isLatestFirst ? earliest : latest))).toContain('This list is empty');
      expect(textOf(await listPage(list, 'nonsense'))).toMatch(/fake|orange/);
    },
  );

  it('are visible only to staff', async () => {
    const owner = await signInAs(world, { partnerId: shop.shop.partnerId, role: 'owner' });
    for (const path of ['/exceptions', '/held']) expect((await owner.get(path)).status).toBe(403);
  });
});
