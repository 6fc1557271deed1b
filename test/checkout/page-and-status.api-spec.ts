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
  shop = await payments.open();
});

const later = (): Date => new Date(Date.now() + 3_600_000);
const startsWith = (next: NextStep) => (payments.acquirer.onStart = () => attemptResult({ outcome: 'pending', next }));
const unanswered = () => attemptResult({ outcome: 'unknown' });

/** Pays twice as the same person, whose second payment is held. */
async function held(): Promise<string> {
  const customer = { email: `${crypto.randomUUID()}@example.com` };
  const ids: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const id = await shop.payment({ customer });
    await shop.begin(id);
    await shop.report(id, { outcome: 'paid' });
    ids.push(id);
  }
  return ids[1] ?? '';
}

/** What brings a new payment into a stage, or another payment that is in it. */
type Way = (id: string) => Promise<unknown>;

/** Every stage that a payment can be in, and every step within one. */
const STAGES: [string, PaymentStage, Way][] = [
  ['nothing begun', 'choose', () => Promise.resolve()],
  [
    'a try that was left',
    'choose',
    async (id) => {
      await shop.begin(id);
      await world.get(AbandonAttemptService).run(id);
    },
  ],
  [
    'a start without an answer',
    'waiting',
    (id) => {
      payments.acquirer.onStart = unanswered;
      return shop.begin(id);
    },
  ],
  ['a bank’s page', 'step', (id) => shop.begin(id)],
  ['a code wanted', 'step', (id) => shop.begin(id, 'blik')],
  [
    'a code without an answer',
    'waiting',
    async (id) => {
      payments.acquirer.onCode = unanswered;
      await shop.begin(id, 'blik');
      await shop.code(id, '123456');
    },
  ],
  [
    'a code refused',
    'step',
    async (id) => {
      payments.acquirer.onCode = ({ submission }) =>
        attemptResult({
          outcome: 'failed',
          reason: 'code_invalid',
          next: { kind: 'needsCode', alternatives: [] },
          submission: submission.reference,
        });
      await shop.begin(id, 'blik');
      await shop.code(id, '123456');
    },
  ],
  [
    'a code in the bank’s app',
    'step',
    async (id) => {
      await shop.begin(id, 'blik');
      await shop.code(id, '123456');
    },
  ],
  [
    'something to scan',
    'step',
    (id) => {
      startsWith({ kind: 'display', form: 'qr', payload: 'pix', url: null, expiresAt: later() });
      return shop.begin(id);
    },
  ],
  [
    'accepted',
    'confirmed',
    (id) => {
      payments.acquirer.onStart = () => attemptResult({ outcome: 'authorized' });
      return shop.begin(id, 'paypal');
    },
  ],
  ['held', 'checking', held],
  [
    'paid',
    'paid',
    async (id) => {
      await shop.begin(id);
      await shop.report(id, { outcome: 'paid' });
    },
  ],
  [
    'refused',
    'choose',
    async (id) => {
      await shop.begin(id);
      await shop.report(id, { outcome: 'failed', reason: 'payer_declined' });
    },
  ],
  [
    'refused as often as it may be',
    'failed',
    async (id) => {
      for (let round = 0; round < 10; round += 1) {
        await shop.begin(id);
        await shop.report(id, { outcome: 'failed', reason: 'payer_declined' });
      }
    },
  ],
  [
    'over, and not moved yet',
    'expired',
    async () => {
      await world.forward({ minutes: 61 });
    },
  ],
  [
    'over',
    'expired',
    async () => {
      await world.forward({ minutes: 61 });
      await payments.expire();
    },
  ],
  ['not wanted', 'canceled', (id) => world.get(AbandonAttemptService).cancelPayment(id)],
  [
    'held and refused',
    'fraud',
    async () => {
      const id = await held();
      await world.get(ReviewHeldPaymentService).reject(id);
      return id;
    },
  ],
  [
    'given back',
    'refunded',
    async (id) => {
      await shop.begin(id);
      await shop.report(id, { outcome: 'paid' });
      const refunds = refundShop(world, shop);
      await refunds.paid(); // which is where the commission comes from
      const refundId = await refunds.refunded(id);
      await sendRefunds(world);
      await refunds.report(refundId, 'completed');
    },
  ],
];

async function reach(bring: Way): Promise<string> {
  const made = await shop.payment();
  const brought = await bring(made);
  return typeof brought === 'string' ? brought : made;
}

describe('where a payment stands', () => {
  it.each(STAGES)('is the same on its page and for whoever asks: %s', async (_, stage, bring) => {
    const id = await reach(bring);
    const url = `${world.http.baseUrl}/pay/${id}`;
    const view = await world.get(PaymentPageQuery).run(id);
    const { state } = (await (await fetch(`${url}/status`)).json()) as { state: string };
    expect(view).toMatchObject({ stage, state });
    const followed = (await getPage(url)).document.querySelector('[data-state]')?.getAttribute('data-state') ?? null;
    expect(followed === null || followed === state).toBe(true);
  });

  it('is another word as soon as the page is another', async () => {
    const words = new Map<string, string>();
    for (const [name, , bring] of STAGES) {
      if (name === 'over, and not moved yet') continue; // by the clock alone
      Object.assign(payments.acquirer, new FakeAcquirer('fake'));
      const id = await reach(bring);
      words.set(name, (await world.get(PaymentPageQuery).run(id))?.state ?? '');
    }
    // Nothing leads from one of these to the other but a new try.
    const same = [...words].filter(([name, word]) => [...words].some(([other, each]) => other !== name && each === word));
    expect(same.map(([name]) => name)).toEqual(['a try that was left', 'refused']);
  });

  it('is read at one moment: a page that requests another code shows why the code before was declined', async () => {
    const id = await shop.payment();
    await shop.begin(id, 'blik');
    payments.acquirer.onCode = unanswered;
    await shop.code(id, '123456');
    const page = () => world.get(PaymentPageQuery).run(id);
    const view = await readDuringChange({ database: world.database, id }, page, () =>
      shop.report(id, { outcome: 'failed', reason: 'code_invalid', next: { kind: 'needsCode', alternatives: [] } }),
    );
    expect(view).toMatchObject({ stage: 'waiting', failure: null });
    expect(await page()).toMatchObject({ stage: 'step', step: { kind: 'needsCode' }, failure: { reason: 'code_invalid' } });
  });
});
