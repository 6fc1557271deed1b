import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CancelSubscriptionService } from '../../src/products/payments/subscriptions/cancel-subscription.service.js';
import { createLevel0Shop } from '../payments/support/alias-world.js';
import { attemptResult } from '../payments/support/fake-acquirer.js';
import { pollAliases, type Level0Shop } from '../payments/support/level0-shop.js';
import { paymentWorld, type PaymentWorld } from '../payments/support/payment-shop.js';
import { subscriptionShop } from '../payments/support/subscription-shop.js';
import { holdTransaction, untilBlocked } from '../support/held-transaction.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let payments: PaymentWorld;
let level0: Level0Shop;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
  payments = paymentWorld(world);
});
beforeEach(async () => {
  ({ level0 } = await createLevel0Shop(world, payments));
});
afterAll(() => world.stop());

const waitReasonOf = async (id: string): Promise<unknown> =>
  (await world.database.query<{ why: unknown }[]>('SELECT payment_open_reason($1) AS why', [id]))[0]?.why;

describe('a payer is not erased while', () => {
  it('the cancellation of a subscription is not yet sent to the acquirer', async () => {
    const shop = await subscriptionShop(payments);
    const { id, transactionId } = await shop.createActive();
    await world.get(CancelSubscriptionService).run(id, 'merchant', null);
    expect(await waitReasonOf(transactionId)).toBe('its subscription is not cancelled');
    await shop.pollDue();
    expect([shop.fakeMandates.revoked.length, await waitReasonOf(transactionId)]).toEqual([1, null]);
  });

  it('an ended subscription is still being charged', async () => {
    const shop = await subscriptionShop(payments);
    const { id, transactionId } = await shop.createActive();
    shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'pending' });
    const charged = await shop.createRecurringPayment();
    await shop.autopay(id, { transactionId: charged });
    await shop.reportMandate(id, { outcome: 'revoked', by: 'payer' });
    expect(await waitReasonOf(transactionId)).toBe('its subscription is being charged');
    await shop.reportAttempt(charged, { outcome: 'paid' });
    expect(await waitReasonOf(transactionId)).toBeNull();
  });

  it('a concurrent status update schedules a new poll of a removed alias', async () => {
    const alias = await level0.registerActiveAlias('the-payers-own');
    await level0.unregisterById(alias);
    await pollAliases(world);
    const [{ transactionId, nextPollAt }] = await world.database.query<[{ transactionId: string; nextPollAt: Date | null }]>(
      'SELECT transaction_id AS "transactionId", next_poll_at AS "nextPollAt" FROM payment_alias WHERE id = $1',
      [alias],
    );
    expect([nextPollAt, await waitReasonOf(transactionId)]).toEqual([null, null]);
    const update = await holdTransaction(world.settings['DATABASE_URL'], 'UPDATE payment_alias SET next_poll_at = now() WHERE id = $1', [
      alias,
    ]);
    const erased = world.database.query('SELECT erase_payments($1, NULL, now()) AS erased', [[transactionId]]);
    await untilBlocked(world.database, 1);
    await update.commitAndClose();
    expect([await erased, (await level0.listAliasRows()).map(({ value }) => value)]).toEqual([[{ erased: 0 }], ['the-payers-own']]);
  });
});
