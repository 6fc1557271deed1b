import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { startWorld, type World } from '../support/world.js';
import { level0Shop } from './support/level0-shop.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { refundResult, type RefundShop, refundShop, sendRefunds } from './support/refund-shop.js';
import { subscriptionShop } from './support/subscription-shop.js';

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
let refunds: RefundShop;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
  shop = await payments.openPaymentShop();
  refunds = refundShop(world, shop);
  await refunds.createPaidTransaction({ amount: 900 });
});
afterAll(() => world.stop());

/** The number of SQL statements of a callback that name a table of attempts, refunds, aliases or subscriptions. */
async function countStatements(sendCallback: () => Promise<{ status: number }>): Promise<number> {
  const query = jest.spyOn(pg.Client.prototype as { query: (statement: string | { text: string }) => unknown }, 'query');
  try {
    expect((await sendCallback()).status).toBe(200);
    const texts = query.mock.calls.map(([statement]) => (typeof statement === 'string' ? statement : statement.text));
    return texts.filter((text) => /payment_(attempt|refund|alias|subscription)\b/.test(text)).length;
  } finally {
    query.mockRestore();
  }
}

/**
 * Each number includes the first two statements, which find the row by one of its references, and read it under its lock. A duplicate needs
 * no others, except for a mandate.
 */
describe('the SQL statements of a callback', () => {
  it('of a payment are four: find, lock, search for other attempts, change; and of its duplicate two', async () => {
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id);
    const reference = (await shop.attempts(id))[0]?.reference;
    const sendCallback = () => shop.reportAttempt(id, { outcome: 'paid' }, reference);
    expect([await countStatements(sendCallback), await countStatements(sendCallback)]).toEqual([4, 2]);
    expect(await shop.readStatus(id)).toBe('paid');
  });

  it('of a refund are three: find, lock, change; and of its duplicate two', async () => {
    payments.acquirer.onRefund = () => refundResult('pending');
    const refund = await refunds.createNewRefund(await refunds.createPaidTransaction({ amount: 10 }));
    await sendRefunds(world);
    const sendCallback = () => refunds.reportRefund(refund, 'completed');
    expect([await countStatements(sendCallback), await countStatements(sendCallback)]).toEqual([3, 2]);
    expect(await refunds.status(refund)).toBe('completed');
  });

  it('of an alias are three: find, lock, change; and of its duplicate two', async () => {
    const aliases = level0Shop(world, shop);
    const alias = await aliases.registerActiveAlias('one');
    const sendCallback = () => aliases.report(alias, { outcome: 'unregistered' });
    expect([await countStatements(sendCallback), await countStatements(sendCallback)]).toEqual([3, 2]);
    expect((await aliases.listAliasRows())[0]?.status).toBe('unregistered');
  });

  it('of a mandate are eleven, with those of its alias and its payment; and of its duplicate four', async () => {
    const subscriptions = await subscriptionShop(payments);
    const { id } = await subscriptions.createPending();
    const sendCallback = () => subscriptions.reportMandate(id, { outcome: 'active' });
    expect([await countStatements(sendCallback), await countStatements(sendCallback)]).toEqual([11, 4]);
    expect(await subscriptions.statesWithAlias(id)).toEqual(['active', 'active']);
  });
});
