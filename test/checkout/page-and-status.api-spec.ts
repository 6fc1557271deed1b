import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AbandonAttemptService } from '../../src/products/payments/attempts/abandon-attempt.service.js';
import { PaymentPageQuery } from '../../src/products/payments/checkout/payment-page.query.js';
import type { PaymentStage } from '../../src/products/payments/checkout/payment-stage.js';
import { ReviewHeldPaymentService } from '../../src/products/payments/review/review-held-payment.service.js';
import type { NextStep } from '../../src/connectors/acquirers/port/next-step.js';
import { FakeAcquirer, attemptResult } from '../payments/support/fake-acquirer.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from '../payments/support/payment-shop.js';
import { refundShop, sendRefunds } from '../payments/support/refund-shop.js';
import { readDuringChange } from '../support/read-during-change.js';
import { startWorld, type World } from '../support/world.js';
import { getPage } from './support/page.js';

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '1' });
  payments = paymentWorld(world);
});
afterAll(() => world.stop());
beforeEach(async () => {
  Object.assign(payments.acquirer, new FakeAcquirer('fake'));
  shop = await payments.openPaymentShop();
});

const later = (): Date => new Date(Date.now() + 3_600_000);
const setStepAfterStart = (next: NextStep) => (payments.acquirer.onStart = () => attemptResult({ outcome: 'pending', next }));
const unknownOutcome = () => attemptResult({ outcome: 'unknown' });

/** Pays twice as the same payer, so that the second payment is held. @returns the id of the second payment. */
async function createHeldPayment(): Promise<string> {
  const customer = { email: `${crypto.randomUUID()}@example.com` };
  const ids: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const id = await shop.createNewPayment({ customer });
    await shop.beginAttempt(id);
    await shop.reportAttempt(id, { outcome: 'paid' });
    ids.push(id);
  }
  return ids[1] ?? '';
}

/** Brings the new payment into a stage. @returns the id of another payment if one was created for the stage; anything else otherwise. */
type Transition = (id: string) => Promise<unknown>;

/** All stages of a payment, and all steps within a stage. */
const STAGES: [string, PaymentStage, Transition][] = [
  ['without an attempt', 'choose', () => Promise.resolve()],
  [
    'abandoned attempt',
    'choose',
    async (id) => {
      await shop.beginAttempt(id);
      await world.get(AbandonAttemptService).run(id);
    },
  ],
  [
    'start with an unknown outcome',
    'waiting',
    (id) => {
      payments.acquirer.onStart = unknownOutcome;
      return shop.beginAttempt(id);
    },
  ],
  ['redirect to a bank', 'step', (id) => shop.beginAttempt(id)],
  ['waiting for a code', 'step', (id) => shop.beginAttempt(id, 'blik')],
  [
    'code with an unknown outcome',
    'waiting',
    async (id) => {
      payments.acquirer.onCode = unknownOutcome;
      await shop.beginAttempt(id, 'blik');
      await shop.submitPayerCode(id, '123456');
    },
  ],
  [
    'declined code',
    'step',
    async (id) => {
      payments.acquirer.onCode = ({ submission }) =>
        attemptResult({
          outcome: 'failed',
          reason: 'code_invalid',
          next: { kind: 'needsCode', alternatives: [] },
          submission: submission.reference,
        });
      await shop.beginAttempt(id, 'blik');
      await shop.submitPayerCode(id, '123456');
    },
  ],
  [
    'code to confirm in the bank’s app',
    'step',
    async (id) => {
      await shop.beginAttempt(id, 'blik');
      await shop.submitPayerCode(id, '123456');
    },
  ],
  [
    'QR code to scan',
    'step',
    (id) => {
      setStepAfterStart({ kind: 'display', form: 'qr', payload: 'pix', url: null, expiresAt: later() });
      return shop.beginAttempt(id);
    },
  ],
  [
    'authorized',
    'confirmed',
    (id) => {
      payments.acquirer.onStart = () => attemptResult({ outcome: 'authorized' });
      return shop.beginAttempt(id, 'paypal');
    },
  ],
  ['held', 'checking', createHeldPayment],
  [
    'paid',
    'paid',
    async (id) => {
      await shop.beginAttempt(id);
      await shop.reportAttempt(id, { outcome: 'paid' });
    },
  ],
  [
    'declined',
    'choose',
    async (id) => {
      await shop.beginAttempt(id);
      await shop.reportAttempt(id, { outcome: 'failed', reason: 'payer_declined' });
    },
  ],
  [
    'declined in the last allowed attempt',
    'failed',
    async (id) => {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        // ten attempts are the limit of a payment
        await shop.beginAttempt(id);
        await shop.reportAttempt(id, { outcome: 'failed', reason: 'payer_declined' });
      }
    },
  ],
  [
    'expired by time, not stored yet',
    'expired',
    async () => {
      await world.moveTimeForward({ minutes: 61 });
    },
  ],
  [
    'expired',
    'expired',
    async () => {
      await world.moveTimeForward({ minutes: 61 });
      await payments.expirePayments();
    },
  ],
  ['cancelled by the payer', 'canceled', (id) => world.get(AbandonAttemptService).cancelPayment(id)],
  [
    'held and rejected',
    'fraud',
    async () => {
      const id = await createHeldPayment();
      await world.get(ReviewHeldPaymentService).reject(id);
      return id;
    },
  ],
  [
    'refunded in full',
    'refunded',
    async (id) => {
      await shop.beginAttempt(id);
      await shop.reportAttempt(id, { outcome: 'paid' });
      const refunds = refundShop(world, shop);
      await refunds.createPaidTransaction(); // the refund also takes the commission from the wallet, so the partner needs a second sale
      const refundId = await refunds.createNewRefund(id);
      await sendRefunds(world);
      await refunds.reportRefund(refundId, 'completed');
    },
  ],
];

async function createPaymentIn(transition: Transition): Promise<string> {
  const id = await shop.createNewPayment();
  const otherId = await transition(id);
  return typeof otherId === 'string' ? otherId : id;
}

describe('the state of a payment', () => {
  it.each(STAGES)('is the same on its page and in the status response: %s', async (_, stage, transition) => {
    const id = await createPaymentIn(transition);
    const url = `${world.http.baseUrl}/pay/${id}`;
    const view = await world.get(PaymentPageQuery).run(id);
    const { state } = (await (await fetch(`${url}/status`)).json()) as { state: string };
    expect(view).toMatchObject({ stage, state });
    const pageState = (await getPage(url)).document.querySelector('[data-state]')?.getAttribute('data-state') ?? null;
    expect(pageState === null || pageState === state).toBe(true);
  });

  it('differs whenever the page differs', async () => {
    const states = new Map<string, string>();
    for (const [name, , transition] of STAGES) {
      if (name === 'expired by time, not stored yet') continue; // no stored change: only time has passed
      Object.assign(payments.acquirer, new FakeAcquirer('fake'));
      const id = await createPaymentIn(transition);
      states.set(name, (await world.get(PaymentPageQuery).run(id))?.state ?? '');
    }
    // A payment without an open attempt has the same state whether its last attempt was abandoned or declined. The page still notices the
    // change: a payment gets from one to the other only by a new attempt, which changes the state in between.
    const withSharedState = [...states].filter(([name, state]) =>
      [...states].some(([other, otherState]) => other !== name && otherState === state),
    );
    expect(withSharedState.map(([name]) => name)).toEqual(['abandoned attempt', 'declined']);
  });

  it('is read at one moment: a page that requests another code shows why the code before was declined', async () => {
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id, 'blik');
    payments.acquirer.onCode = () => attemptResult({ outcome: 'unknown' });
    await shop.submitPayerCode(id, '123456');
    const page = () => world.get(PaymentPageQuery).run(id);
    const view = await readDuringChange({ database: world.database, id }, page, () =>
      shop.reportAttempt(id, { outcome: 'failed', reason: 'code_invalid', next: { kind: 'needsCode', alternatives: [] } }),
    );
    expect(view).toMatchObject({ stage: 'waiting', failure: null });
    expect(await page()).toMatchObject({ stage: 'step', step: { kind: 'needsCode' }, failure: { reason: 'code_invalid' } });
  });
});
