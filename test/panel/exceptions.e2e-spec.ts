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
import { auditOf, signedIn, startPanelWorld } from './support/panel-world.js';

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
let refunds: RefundShop;
let operations: PanelBrowser;
let support: PanelBrowser;
beforeAll(async () => {
  world = await startPanelWorld();
  payments = paymentWorld(world);
  shop = await payments.open({ shop: await world.partner({ silent: true }) });
  refunds = refundShop(world, shop);
  operations = await signedIn(world, { partnerId: null, role: 'operations' });
  support = await signedIn(world, { partnerId: null, role: 'support' });
});
afterAll(() => world.stop());
beforeEach(() => world.asOwner('DELETE FROM rate_limit'));

const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');
const listed = async (list: string, behind = ''): Promise<string> => (await support.get(`/exceptions?list=${list}&behind=${behind}`)).text;
/** The text of the table row that links to a transaction. */
const rowOf = (page: string, id: string): string =>
  textOf([...page.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => row).find((row) => row.includes(`/transactions/${id}"`)) ?? '');

let users = 0;
/** Pays twice as the same user of the shop, so that the second payment is held. @returns its id. */
async function held(): Promise<string> {
  const antifraud = { systemId: `user ${(users += 1)}` };
  await refunds.paid({ amount: 20, antifraud });
  const id = await refunds.paid({ amount: 100, antifraud });
  expect(await shop.status(id)).toBe('fraud_possibility');
  return id;
}

describe('held payments', () => {
  it('are listed with rule, amount and seller, and shown with the number of payments by the same payer', async () => {
    const id = await held();
    const page = textOf((await operations.get('/held')).text);
    expect(page).toMatch(/mbank PLN 100\.00 too many of one user of the shop Test Shop Books/);
    const one = (await operations.get(`/held/${id}`)).text;
    expect(textOf(one)).toMatch(/address \d+ 0 0/);
    expect(one).toContain(`href="/transactions/${id}"`);
    const [row] = await world.database.query<{ at: Date }[]>('SELECT held_at AS at FROM payment_transaction WHERE id = $1', [id]);
    const next = await held();
    const rest = (await operations.get(`/held?behind=${row?.at.getTime()}.${id}`)).text;
    expect([rest.includes(`/held/${id}`), rest.includes(`/held/${next}`)]).toEqual([false, true]);
  });

  it('are released or rejected with a reason by people with that right, with an audit entry each', async () => {
    const [good, bad] = [await held(), await held()];
    const before = (await auditOf(world)).count;
    expect((await support.get(`/held/${good}`)).text).not.toContain('name="decision"');
    expect((await support.post(`/held/${good}`, { decision: 'release', reason: 'Ticket 1' })).status).toBe(403);
    expect((await operations.post(`/held/${good}`, { decision: 'release' })).status).toBe(422);
    expect((await operations.post(`/held/${good}`, { reason: 'Ticket 1' })).status).toBe(422);
    expect([await shop.status(good), (await auditOf(world)).count]).toEqual(['fraud_possibility', before]);
    expect((await operations.post(`/held/${good}`, { decision: 'release', reason: 'Ticket 1' })).location).toBe(`/transactions/${good}`);
    expect((await operations.post(`/held/${bad}`, { decision: 'reject', reason: 'Ticket 2' })).location).toBe(`/transactions/${bad}`);
    expect([await shop.status(good), await shop.status(bad)]).toEqual(['paid', 'fraud']);
    const rows = await world.database.query<object[]>(
      'SELECT action, reason, door FROM audit_entry WHERE subject_id IN ($1, $2) ORDER BY at',
      [good, bad],
    );
    expect(rows).toEqual([
      { action: 'payment.release', reason: 'Ticket 1', door: 'panel' },
      { action: 'payment.refuse', reason: 'Ticket 2', door: 'panel' },
    ]);
    expect((await operations.get(`/held/${good}`)).status).toBe(404);
    for (const id of ['nonsense', '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c']) {
      expect((await operations.get(`/held/${id}`)).status).toBe(404);
      expect((await operations.post(`/held/${id}`, { decision: 'release', reason: 'Ticket 3' })).status).toBe(
        id === 'nonsense' ? 404 : 422,
      );
    }
  });

  it('are decided once when two people decide concurrently', async () => {
    const admin = await signedIn(world, { partnerId: null, role: 'admin' });
    for (let round = 0; round < 4; round += 1) {
      const id = await held();
      const before = (await auditOf(world)).count;
      const decisions = ['release', 'reject'] as const;
      const answers = await Promise.all(
        [operations, admin].map((browser, place) =>
          browser.post(`/held/${id}`, { decision: decisions[place] ?? '', reason: `Ticket ${place}` }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
      const won = answers.findIndex(({ status }) => status === 303);
      expect(await shop.status(id)).toBe(['paid', 'fraud'][won]);
      expect((await auditOf(world)).count).toBe(before + 1);
    }
    expect(await world.ledgerSum()).toBe(0);
  });
});

describe('exceptions that need staff', () => {
  it('include refunds without an outcome, with the time of the next poll', async () => {
    const id = await refunds.paid({ amount: 50 });
    payments.acquirer.onRefund = () => refundResult('pending');
    await refunds.refunded(id, 20);
    await sendRefunds(world);
    expect(rowOf(await listed('refunds'), id)).toMatch(
      /The acquirer has not decided about the refund\. The other side is asked again: 20\S+ \S+ PLN 20\.00 mbank · fake \S+ \S+ Test Shop · Books/,
    );
  });

  it('include suspense money, and a conflicting later status update of the acquirer', async () => {
    const id = await shop.payment({ amount: 100 });
    await shop.begin(id);
    await shop.report(id, { outcome: 'paid', money: { amountMinor: 9_000, currency: 'PLN' } });
    expect(rowOf(await listed('unmatched'), id)).toMatch(
      /stays in suspense.* Ask the acquirer what it still has, .* PLN 90\.00 mbank · fake/,
    );
    expect(await listed('conflicts')).not.toContain(id);
    await shop.report(id, { outcome: 'paid', money: { amountMinor: 10_000, currency: 'PLN' } });
    expect(rowOf(await listed('conflicts'), id)).toMatch(/another sum .*is asked again: .* PLN 90\.00 said: PLN 100\.00/);
  });

  it('include chargebacks, booked or not, each once across the pages', async () => {
    const id = await refunds.paid({ amount: 70 });
    const [attempt] = await shop.attempts(id);
    const sent = (eventId: string, reference: string | null) =>
      world.http.post('/connectors/channels/fake/reports', {
        body: { kind: 'chargeback', eventId, providerRef: null, reference, money: { amountMinor: 7_000, currency: 'PLN' } },
      });
    await sent('of a payment', uuidToReference(attempt?.reference ?? ''));
    expect(rowOf(await listed('chargebacks'), id)).toMatch(
      /came out of the partner’s wallet.* evidence .* PLN 70\.00 mbank · fake of a payment/,
    );
    await Promise.all(times(55, (index) => sent(`of nothing ${index}.`, null)));
    const seen: string[] = [];
    for (let path = '/exceptions?list=chargebacks'; path;) {
      const { text } = await support.get(path);
      seen.push(...[...text.matchAll(/>(of (?:nothing \d+\.|a payment))<\/code>/g)].map(([, one = '']) => one));
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    }
    expect(seen).toHaveLength(56);
    expect(new Set(seen).size).toBe(56);
  });

  it('include charges that an operator booked too late, and conflicting status updates of operators', async () => {
    const charged = async (): Promise<{ id: string; reference: string }> => {
      const id = (await shop.shop.create()).body.data.transactionId as string;
      await payerOf(world, id).charge();
      const [row] = await world.database.query<{ reference: string }[]>(
        'SELECT reference FROM direct_billing_charge WHERE transaction_id = $1',
        [id],
      );
      return { id, reference: row?.reference ?? '' };
    };
    const outcomes = world.get(ApplyChargeOutcomeService);
    const twice = await charged();
    await outcomes.run({ reference: twice.reference }, { outcome: 'booked' });
    await outcomes.run({ reference: twice.reference }, { outcome: 'refused', reason: 'other' });
    expect(rowOf(await listed('bills'), twice.id)).toMatch(/refused the charge, after it had booked it\. .* PLN 12\.30 orange/);
    const late = await charged();
    await outcomes.run({ reference: late.reference }, { outcome: 'refused', reason: 'other' });
    await world.forward({ minutes: 31 });
    await world.get(ExpireTransactionsService).batch();
    await outcomes.run({ reference: late.reference }, { outcome: 'booked' });
    expect(rowOf(await listed('late'), late.id)).toMatch(/asked to take the charge off the bill.* PLN 12\.30 orange/);
  });

  it.each(['refunds', 'unmatched', 'late', 'chargebacks', 'conflicts', 'bills'])(
    'begin the next page of %s after the last row',
    async (list) => {
      const latest = ['unmatched', 'late', 'chargebacks'].includes(list);
      const [first, last] = ['1.00000000-0000-0000-0000-000000000000', '4102444800000.ffffffff-ffff-ffff-ffff-ffffffffffff'];
      expect(textOf(await listed(list, latest ? last : first))).toMatch(/fake|orange/);
      expect(textOf(await listed(list, latest ? first : last))).toContain('There is nothing here');
      expect(textOf(await listed(list, 'nonsense'))).toMatch(/fake|orange/);
    },
  );

  it('are visible only to staff', async () => {
    const owner = await signedIn(world, { partnerId: shop.shop.partnerId, role: 'owner' });
    for (const path of ['/exceptions', '/held']) expect((await owner.get(path)).status).toBe(403);
  });
});
