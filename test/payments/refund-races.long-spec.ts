import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { expectLedgerValid } from './support/expect-ledger-valid.js';
import { paymentWorld } from './support/payment-shop.js';
import { refundResult, refundShop, sendRefunds } from './support/refund-shop.js';
import { concurrentRefundTests } from './support/concurrent-refunds.js';

/** `ROUNDS` is the number of rounds. `.ci/nightly random` runs a hundred. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);

let world: World;
beforeAll(async () => {
  world = await startWorld({ DATABASE_POOL_SIZE: '5', DATABASE_CONNECTION_TIMEOUT_MS: '60000' });
});
afterAll(() => world.stop());

describe(`fifty concurrent refunds, ${ROUNDS} times, with five database connections`, () => {
  it('of one payment never return more than was paid', () => concurrentRefundTests(world, ROUNDS).ofOnePayment());
  it('of one nearly empty wallet never take more than the wallet has', () => concurrentRefundTests(world, ROUNDS).ofOneWallet());
});

describe('concurrent work on refunds', () => {
  it('by a response, callbacks and workers sends, completes and reverses a refund once', async () => {
    const payments = paymentWorld(world);
    const shop = await payments.openPaymentShop();
    const refunds = refundShop(world, shop);
    await refunds.createPaidTransaction({ amount: 1_000 });
    for (let round = 0; round < 5; round += 1) {
      const id = await refunds.createPaidTransaction({ amount: 10 });
      const refund = await refunds.createNewRefund(id);
      payments.acquirer.refunds.length = 0;
      payments.acquirer.onRefund = async () => {
        await Promise.all(times(4, () => refunds.reportRefund(refund, 'completed')));
        return refundResult('completed');
      };
      await Promise.all(times(4, () => sendRefunds(world)));
      expect(payments.acquirer.refunds).toHaveLength(1);
      expect([await refunds.status(refund), await shop.readStatus(id)]).toEqual(['completed', 'refunded']);
      await Promise.all(times(4, () => refunds.reportRefund(refund, 'failed')));
      expect([await refunds.status(refund), await shop.readStatus(id)]).toEqual(['failed', 'paid']);
    }
    await expectLedgerValid(world);
  });

  it('completes all refunds of many payments while others are requested', async () => {
    const payments = paymentWorld(world);
    const shop = await payments.openPaymentShop();
    const refunds = refundShop(world, shop);
    payments.acquirer.onRefund = () => refundResult('completed');
    await refunds.createPaidTransaction({ amount: 1_000 });
    const ids: string[] = [];
    for (let created = 0; created < 10; created += 1) ids.push(await refunds.createPaidTransaction({ amount: 10 }));
    await Promise.all([
      ...ids.flatMap((id) => times(5, () => refunds.sendRefundRequest(id, { amount: 2 }))),
      ...times(10, () => sendRefunds(world)),
    ]);
    while (await sendRefunds(world));
    expect(await Promise.all(ids.map((id) => shop.readStatus(id)))).toEqual(times(10, () => 'refunded'));
    await expectLedgerValid(world);
  });
});
