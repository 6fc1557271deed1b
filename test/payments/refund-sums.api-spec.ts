import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { uuidToReference } from '../../src/common/reference.js';
import { startWorld, type World } from '../support/world.js';
import { expectLedgerValid } from './support/expect-ledger-valid.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { type RefundShop, refundResult, refundShop, sendRefunds } from './support/refund-shop.js';

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
let refunds: RefundShop;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
  shop = await payments.openPaymentShop();
  refunds = refundShop(world, shop);
  // The gateway keeps commission, so the payments alone do not cover their refunds.
  for (let index = 0; index < 5; index += 1) await refunds.createPaidTransaction({ amount: 20_000 });
});
afterAll(() => world.stop());

const step = fc.record({
  /** The part of the remaining amount, in thousandths. */
  part: fc.integer({ min: 1, max: 1_000 }),
  /** A `reversed` refund is completed first and fails later. */
  outcome: fc.constantFrom('completed', 'completed', 'rejected', 'failed', 'pending', 'reversed', 'charged back'),
});

let lastEventNumber = 0;
const chargeBack = async (id: string, amountMinor: number, currency: string): Promise<void> => {
  const [attempt] = await shop.attempts(id);
  const reference = uuidToReference(attempt?.reference ?? '');
  const event = {
    kind: 'chargeback',
    eventId: `back-${(lastEventNumber += 1)}`,
    providerRef: null,
    reference,
    money: { amountMinor, currency },
  };
  expect((await world.http.post('/connectors/channels/fake/reports', { body: event })).status).toBe(200);
};

it('refunds and chargebacks of a whole payment take exactly its value in PLN, even when other refunds fail or are reversed in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('PLN', 'EUR', 'CZK', 'SEK'),
      fc.integer({ min: 100, max: 99_999 }),
      fc.array(step, { maxLength: 8 }),
      async (currency, amountMinor, steps) => {
        const before = await refunds.wallet();
        const id = await refunds.createPaidTransaction({ amount: amountMinor / 100, currency }, 'card');
        const [paid] = await world.database.query<{ pln: string; share: string }[]>(
          'SELECT pln_minor AS pln, partner_minor AS share FROM payment_transaction WHERE id = $1',
          [id],
        );
        const pending: string[] = [];
        let [remainingMinor, chargedBackMinor] = [amountMinor, 0];
        for (const { part, outcome } of steps) {
          if (remainingMinor === 0) break;
          const stepMinor = Math.ceil((remainingMinor * part) / 1_000);
          if (outcome === 'charged back') {
            await chargeBack(id, stepMinor, currency);
            remainingMinor -= stepMinor;
            chargedBackMinor += stepMinor;
            continue;
          }
          payments.acquirer.onRefund = () => refundResult(outcome === 'reversed' ? 'completed' : outcome);
          const refund = await refunds.createNewRefund(id, stepMinor / 100);
          await sendRefunds(world);
          if (outcome === 'reversed') await refunds.reportRefund(refund, 'failed');
          if (outcome === 'pending') pending.push(refund);
          if (outcome === 'completed' || outcome === 'pending') remainingMinor -= stepMinor;
        }
        payments.acquirer.onRefund = () => refundResult('completed');
        if (remainingMinor > 0) await refunds.createNewRefund(id);
        await sendRefunds(world);
        for (const refund of pending) await refunds.reportRefund(refund, 'completed');
        expect(await shop.readStatus(id)).toBe(chargedBackMinor === 0 ? 'refunded' : 'paid');
        const after = await refunds.wallet();
        expect(after).toEqual({ available: before.available + Number(paid?.share) - Number(paid?.pln), reserved: 0 });
      },
    ),
    { numRuns: 40 },
  );
  await expectLedgerValid(world);
});
