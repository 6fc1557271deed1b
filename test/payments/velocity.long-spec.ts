import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PayerActivityQuery } from '../../src/products/payments/risk/payer-activity.query.js';
import { InspectPaymentQuery } from '../../src/products/payments/review/inspect-payment.query.js';
import { startWorld, type World } from '../support/world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { FakeAcquirer, attemptResult } from './support/fake-acquirer.js';
import { level0Shop } from './support/level0-shop.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

let world: World;
let payments: PaymentWorld;
let firstService: PaymentShop;
let secondService: PaymentShop;
let otherPartner: PaymentShop;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_ADDRESS: '2', PAYMENT_HOLD_PER_EMAIL: '2', PAYMENT_HOLD_PER_SYSTEM_ID: '2' });
  payments = paymentWorld(world);
});
afterAll(() => stopAndVerifyLedger(world));
beforeEach(async () => {
  Object.assign(payments.acquirer, new FakeAcquirer('fake'));
  payments.acquirer.onCode = () => attemptResult({ outcome: 'paid' });
  firstService = await payments.openPaymentShop();
  secondService = await payments.openPaymentShop({ shop: firstService.shop });
  otherPartner = await payments.openPaymentShop();
});

interface Payer {
  ip: string;
  email: string;
  systemId: string;
}

let count = 0;
/** A new payer who shares these details with other payers. */
const newPayer = (shared: Partial<Payer>): Payer => {
  count += 1;
  return { ip: `198.51.100.${count}`, email: `payer-${count}@example.com`, systemId: `user-${count}`, ...shared };
};
/** Creates a payment of a new payer, who shares these details with other payers, and pays it with a BLIK code. */
async function pay(shop: PaymentShop, shared: Partial<Payer>): Promise<{ id: string; status: string; rule: string | null }> {
  const { ip, email, systemId } = newPayer(shared);
  const level0 = level0Shop(world, shop);
  const id = await level0.createUnpaidPayment({
    customer: { ip, email, countryCode: 'PL' },
    antifraud: { useragent: 'Browser/1.0', systemId },
  });
  expect((await level0.pay(id, { ticket: { T6: '777123' } })).status).toBe(204);
  const { body } = await shop.get(`/transactions/${id}`);
  const [row] = await world.database.query<{ rule: string | null }[]>('SELECT hold_reason AS rule FROM payment_transaction WHERE id = $1', [
    id,
  ]);
  return { id, status: body.data.status, rule: row?.rule ?? null };
}

describe.each<[string, string, Partial<Payer>]>([
  ['an IP address', 'velocity_address', { ip: '203.0.113.9' }],
  ['an e-mail address', 'velocity_email', { email: 'jan@example.com' }],
  ['a systemId', 'velocity_system_id', { systemId: 'user-of-somebody' }],
])('the velocity of payments by %s', (_, rule, shared) => {
  it('counts the payments of all services of a partner, and not those of another partner', async () => {
    for (const status of ['transaction_paid', 'transaction_paid', 'transaction_fraud_possibility'])
      expect(await pay(otherPartner, shared)).toMatchObject({ status });
    for (const shop of [firstService, secondService])
      expect(await pay(shop, shared)).toMatchObject({ status: 'transaction_paid', rule: null });
    for (const shop of [firstService, secondService])
      expect(await pay(shop, shared)).toMatchObject({ status: 'transaction_fraud_possibility', rule });
    await world.moveTimeForward({ minutes: 61 });
    expect(await pay(firstService, shared)).toMatchObject({ status: 'transaction_paid' });
  });
});

it('the payer’s activity shows how often the payer had paid by the time of a payment, at its partner and at other partners', async () => {
  const shared = { ip: '203.0.113.77', email: 'Often@example.com', systemId: 'user-1' };
  await pay(otherPartner, shared);
  await pay(await payments.openPaymentShop(), { email: shared.email.toLowerCase() });
  const { id } = await pay(firstService, shared);
  await pay(otherPartner, shared);
  const payment = await world.get(InspectPaymentQuery).run({ id });
  const [attempt] = payment?.attempts ?? [];
  if (!attempt) throw new Error('The payment has no attempt');
  expect(await world.get(PayerActivityQuery).run(attempt)).toEqual([
    { by: 'address', here: 1, elsewhere: 1, partners: 1 },
    { by: 'email', here: 1, elsewhere: 2, partners: 2 },
  ]);
});
