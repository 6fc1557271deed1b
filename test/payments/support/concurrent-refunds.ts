import { expect } from '@jest/globals';
import type { HttpResponse } from '../../support/http-client.js';
import { times } from '../../support/times.js';
import type { World } from '../../support/world.js';
import { expectLedgerValid } from './expect-ledger-valid.js';
import { type PaymentShop, paymentWorld } from './payment-shop.js';
import { refundShop, sendRefunds } from './refund-shop.js';

const AT_ONCE = 50;
const codesOf = (answers: readonly HttpResponse[]): Record<string, number> => {
  const codes: Record<string, number> = {};
  for (const { status, body } of answers) {
    const code = status === 200 ? 'made' : String(body.errorCode);
    codes[code] = (codes[code] ?? 0) + 1;
  }
  return codes;
};

/** Many rounds of fifty concurrent refunds: of one payment, or of fifty payments of a partner whose wallet suffices for a few. */
export function concurrentRefunds(world: World, rounds: number): { ofOnePayment(): Promise<void>; ofOneWallet(): Promise<void> } {
  const payments = paymentWorld(world);
  const finish = async (): Promise<void> => {
    while (await sendRefunds(world));
    await expectLedgerValid(world);
  };
  const open = async (): Promise<{ shop: PaymentShop; refunds: ReturnType<typeof refundShop> }> => {
    const shop = await payments.open();
    return { shop, refunds: refundShop(world, shop) };
  };
  return {
    async ofOnePayment() {
      const { shop, refunds } = await open();
      await refunds.paid({ amount: 1_000 });
      for (let round = 0; round < rounds; round += 1) {
        const id = await refunds.paid({ amount: 10 });
        const before = await refunds.wallet();
        const answers = await Promise.all(times(AT_ONCE, () => refunds.refund(id, { amount: 3 })));
        expect(codesOf(answers)).toEqual({ made: 3, REFUND_AMOUNT_TOO_HIGH: AT_ONCE - 3 });
        expect(await refunds.wallet()).toEqual({ available: before.available - 900, reserved: before.reserved + 900 });
        while (await sendRefunds(world));
        expect(await shop.status(id)).toBe('paid');
        expect(payments.acquirer.refunds.splice(0)).toHaveLength(3);
      }
      await finish();
    },
    async ofOneWallet() {
      const { refunds } = await open();
      const ids: string[] = [];
      for (let made = 0; made < AT_ONCE; made += 1) ids.push(await refunds.paid({ amount: 2 }));
      const spare = await refunds.paid({ amount: 9_000 });
      for (let round = 0; round < rounds; round += 1) {
        const { available: rich } = await refunds.wallet();
        payments.acquirer.onRefund = () => ({ outcome: 'rejected', providerRef: null, data: null, rawCode: null, money: null });
        // Most of the money is being refunded, and the rest suffices for six.
        await refunds.refunded(spare, (rich - 1_000) / 100);
        const answers = await Promise.all(ids.map((id) => refunds.refund(id, { amount: 1.5 })));
        expect(codesOf(answers)).toEqual({ made: 6, WALLET_BALANCE_TOO_LOW: AT_ONCE - 6 });
        expect((await refunds.wallet()).available).toBe(100);
        while (await sendRefunds(world));
        expect((await refunds.wallet()).available).toBe(rich);
      }
      await finish();
    },
  };
}
