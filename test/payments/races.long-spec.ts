import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PaymentPageQuery } from '../../src/products/payments/checkout/payment-page.query.js';
import { VerifyCountersService } from '../../src/platform/counters/verify-counters.service.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { expectLedgerValid } from './support/expect-ledger-valid.js';
import { FakeAcquirer, attemptResult } from './support/fake-acquirer.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
beforeAll(async () => {
  world = await startWorld({ DATABASE_POOL_SIZE: '5', DATABASE_CONNECTION_TIMEOUT_MS: '60000' });
  payments = paymentWorld(world);
});
afterAll(() => world.stop());
beforeEach(async () => {
  Object.assign(payments.acquirer, new FakeAcquirer('fake'));
  shop = await payments.openPaymentShop();
});

describe('concurrent changes of payments', () => {
  it('from two acquirers that capture money pay a payment once and reverse the other money', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await shop.createNewPayment();
      await shop.beginAttempt(id, 'mbank');
      await shop.beginAttempt(id, 'ing');
      const attempts = await shop.attempts(id);
      await Promise.all(attempts.flatMap(({ reference }) => times(4, () => shop.reportAttempt(id, { outcome: 'paid' }, reference))));
      expect((await shop.attempts(id)).map(({ state }) => state).toSorted()).toEqual(['paid', 'return_due']);
    }
    await payments.pollAttempts();
    expect(payments.acquirer.refunds).toHaveLength(5);
    await expectLedgerValid(world);
  });

  it('from callbacks and the expiry leave every payment paid', async () => {
    const ids = await Promise.all(times(10, () => shop.createNewPayment()));
    for (const id of ids) await shop.beginAttempt(id);
    await world.moveTimeForward({ minutes: 60 });
    await payments.expirePayments();
    await world.moveTimeForward({ minutes: 11 });
    await Promise.all([...times(3, () => payments.expirePayments()), ...ids.map((id) => shop.reportAttempt(id, { outcome: 'paid' }))]);
    expect(await Promise.all(ids.map((id) => shop.readStatus(id)))).toEqual(times(10, () => 'paid'));
    await expectLedgerValid(world);
  });

  it('from many workers expire each payment once', async () => {
    const ids = await Promise.all(times(60, () => shop.createNewPayment()));
    await world.moveTimeForward({ minutes: 61 });
    await Promise.all(times(6, () => payments.expirePayments()));
    const changes = await world.database.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM state_history WHERE subject_id = ANY ($1::uuid[]) AND to_status = 'transaction_expired'`,
      [ids],
    );
    expect(changes).toEqual([{ n: 60 }]);
  });

  it('from a start, a callback and a poll leave a payment paid by one attempt', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await shop.createNewPayment();
      payments.acquirer.onPoll = () => attemptResult({ outcome: 'paid' });
      payments.acquirer.onStart = async () => {
        await shop.reportAttempt(id, { outcome: 'paid' });
        return attemptResult({ outcome: 'pending', next: { kind: 'redirect', url: 'https://bank.example.test/late' } });
      };
      await Promise.all([shop.beginAttempt(id), payments.pollAttempts()]);
      expect(await shop.readStatus(id)).toBe('paid');
      expect(await shop.attempts(id)).toMatchObject([{ state: 'paid' }]);
    }
    await expectLedgerValid(world);
  });

  it('for 200 payers who start and pay are all made with five database connections', async () => {
    const ids: string[] = [];
    // In steps of 50: the gateway rejects requests of a partner while more than a hundred of the partner’s requests wait.
    for (let created = 0; created < 200; created += 50) ids.push(...(await Promise.all(times(50, () => shop.createNewPayment()))));
    await Promise.all(
      ids.map(async (id) => {
        expect(await shop.beginAttempt(id, 'card')).toMatchObject({ ok: true });
        expect(await world.get(PaymentPageQuery).run(id)).toMatchObject({ stage: 'step' });
        expect((await shop.reportAttempt(id, { outcome: 'paid' })).status).toBe(200);
      }),
    );
    const [row] = await world.database.query<{ paid: number }[]>(
      `SELECT count(*)::int AS paid FROM payment_transaction WHERE id = ANY ($1::uuid[]) AND status = 'transaction_paid'`,
      [ids],
    );
    expect(row?.paid).toBe(200);
    await expectLedgerValid(world);
    expect(await world.get(VerifyCountersService).run({ repair: false })).toMatchObject({ wrong: 0 });
  });
});
