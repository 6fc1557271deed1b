import { expect } from '@jest/globals';
import type { HttpResponse } from '../../support/http-client.js';
import { times } from '../../support/times.js';
import type { World } from '../../support/world.js';
import { expectLedgerValid } from './expect-ledger-valid.js';
import { type PaymentShop, paymentWorld } from './payment-shop.js';
import { refundShop, sendRefunds } from './refund-shop.js';

const CONCURRENCY = 50;
/** The number of responses by error code, or `created` for a new refund. */
const countByCode = (responses: readonly HttpResponse[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of responses) {
    const code = status === 200 ? 'created' : String(body.errorCode);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
};

/** Rounds of fifty concurrent refund requests: for one payment, or for fifty payments of a partner whose wallet covers only six refunds. */
export function concurrentRefundTests(world: World, rounds: number): { ofOnePayment(): Promise<void>; ofOneWallet(): Promise<void> } {
  const payments = paymentWorld(world);
  const finish = async (): Promise<void> => {
    while (await sendRefunds(world));
    await expectLedgerValid(world);
  };
  const open = async (): Promise<{ shop: PaymentShop; refunds: ReturnType<typeof refundShop> }> => {
    const shop = await payments.openPaymentShop();
    return { shop, refunds: refundShop(world, shop) };
  };
  return {
    async ofOnePayment() {
      const { shop, refunds } = await open();
      await refunds.createPaidTransaction({ amount: 1_000 });
      for (let round = 0; round < rounds; round += 1) {
        const id = await refunds.createPaidTransaction({ amount: 10 });
        const before = await refunds.wallet();
        const responses = await Promise.all(times(CONCURRENCY, () => refunds.sendRefundRequest(id, { amount: 3 })));
        expect(countByCode(responses)).toEqual({ created: 3, REFUND_AMOUNT_TOO_HIGH: CONCURRENCY - 3 });
        expect(await refunds.wallet()).toEqual({ available: before.available - 900, reserved: before.reserved + 900 });
        while (await sendRefunds(world));
        expect(await shop.readStatus(id)).toBe('paid');
        expect(payments.acquirer.refunds.splice(0)).toHaveLength(3);
      }
      await finish();
    },
    async ofOneWallet() {
      const { refunds } = await open();
      const ids: string[] = [];
      for (let index = 0; index < CONCURRENCY; index += 1) ids.push(await refunds.createPaidTransaction({ amount: 2 }));
      const largePayment = await refunds.createPaidTransaction({ amount: 9_000 });
      for (let round = 0; round < rounds; round += 1) {
        const { available: fullBalance } = await refunds.wallet();
        // The acquirer rejects all refunds, so that the wallet has its full balance again after each round.
        payments.acquirer.onRefund = () => ({ outcome: 'rejected', providerRef: null, data: null, rawCode: null, money: null });
        // A large pending refund reserves all but 10.00, which covers six refunds of 1.50.
        await refunds.createNewRefund(largePayment, (fullBalance - 1_000) / 100);
        const responses = await Promise.all(ids.map((id) => refunds.sendRefundRequest(id, { amount: 1.5 })));
        expect(countByCode(responses)).toEqual({ created: 6, WALLET_BALANCE_TOO_LOW: CONCURRENCY - 6 });
        expect((await refunds.wallet()).available).toBe(100);
        while (await sendRefunds(world));
        expect((await refunds.wallet()).available).toBe(fullBalance);
      }
      await finish();
    },
  };
}
