import type { AttemptAcquirerState } from '../../model/online-payment.js';
import type { RefundAcquirerState } from '../../model/refund.js';
import type { SeededRandom } from '../../random/seeded-random.js';
import type { Action } from '../../actions/step.js';

const CHANNELS = ['blik', 'mbank', 'card', 'paypal', 'paysafecash', 'skrill'];
/** Indexes of attempts, from the last one (0) back: most actions concern the payment's last attempt, some the attempt before. */
const ATTEMPT_INDEXES = [0, 0, 0, 1];
/** Longer than the hour after which the gateway expires a payment, and the ten minutes in which it waits for a pending attempt. */
const EXPIRY_MINUTES = 75;

/** Weights of the state that an attempt gets at the acquirer when it starts. */
const START_STATES = { open: 6, captured: 5, failed: 1, authorized: 1, unseen: 0, canceled: 0, expired: 0 } satisfies Record<
  AttemptAcquirerState,
  number
>;

/** Actions of the payer, the acquirer, the partner and staff on a payment, roughly in this order. */
export function onlineLifecycle(random: SeededRandom, index: number): Action[] {
  const sale = `p${index}`;
  const actions: Action[] = [];
  if (random.chance(0.2)) actions.push(...paidTwice(sale), ...reversals(random, sale));
  else for (let tries = random.pick([1, 1, 1, 2, 3]); tries > 0; tries -= 1) actions.push(...paymentTry(random, sale));
  if (random.chance(0.15))
    actions.push({ kind: random.pick(['abandon attempt', 'cancel payment', 'extend the time online'] as const), sale });
  if (random.chance(0.5)) actions.push({ kind: 'review', sale, release: random.chance(0.6) });
  if (random.chance(0.3)) actions.push(...reversals(random, sale));
  if (random.chance(0.6)) actions.push(...refunds(random, sale));
  if (random.chance(0.6)) actions.push(...chargebacks(random, sale));
  if (random.chance(0.04))
    actions.push({ kind: 'time passes', minutes: EXPIRY_MINUTES }, { kind: 'scheduled task', task: 'expire payments' });
  return actions;
}

/** The payer pays through another channel, and the first attempt is captured as well. */
function paidTwice(sale: string): Action[] {
  const firstAttempt = { sale, attempt: 1 };
  return [
    { kind: 'start attempt', sale, channel: 'mbank', decision: 'open' },
    { kind: 'start attempt', sale, channel: 'card', decision: 'captured' },
    { kind: 'payer acts', ...firstAttempt, decision: 'captured', hasOtherAmount: false },
    { kind: 'acquirer sends callback', ...firstAttempt, reports: 'the actual state', isHint: false, isRepeat: false },
  ];
}

/** The gateway requests the reversal of suspense money; the acquirer decides and sends callbacks. */
function reversals(random: SeededRandom, sale: string): Action[] {
  const actions: Action[] = [{ kind: 'scheduled task', task: random.pick(['poll acquirer', 'poll acquirer', 'poll tryout'] as const) }];
  for (let callbacks = random.pick([1, 2, 3]); callbacks > 0; callbacks -= 1) {
    if (random.chance(0.6))
      actions.push({ kind: 'acquirer decides on a reversal', sale, decision: random.pick(['completed', 'failed'] as const) });
    const reports = random.pickWeighted({ 'the actual state': 3, 'another amount': 2, rejected: 1 });
    actions.push({ kind: 'acquirer sends reversal callback', sale, reports, isRepeat: random.chance(0.4) });
    if (random.chance(0.4)) actions.push({ kind: 'scheduled task', task: 'poll acquirer' });
  }
  return actions;
}

/** Weights of the acquirer's decision on a refund. */
const REFUND_DECISIONS = { completed: 6, pending: 3, rejected: 2, failed: 1, reversed: 2, unseen: 0 } satisfies Record<
  RefundAcquirerState,
  number
>;

/** The partner refunds parts of the payment or what is left; the acquirer decides and sends callbacks. */
export function refunds(random: SeededRandom, sale: string): Action[] {
  const actions: Action[] = [];
  for (let parts = random.pick([1, 2, 2, 3]); parts > 0; parts -= 1) {
    actions.push({ kind: 'refund', sale, percent: random.pick([null, 20, 33, 50, 100]) });
    if (random.chance(0.8))
      actions.push({
        kind: 'scheduled task',
        task: random.pick(['poll refunds at acquirer', 'poll refunds at acquirer', 'poll refunds at tryout'] as const),
      });
    for (let callbacks = random.pick([0, 1, 2]); callbacks > 0; callbacks -= 1) {
      const refund = random.pick([0, 0, 1]);
      actions.push({ kind: 'acquirer decides on a refund', sale, refund, decision: random.pickWeighted(REFUND_DECISIONS) });
      actions.push({ kind: 'acquirer sends refund callback', sale, refund, isRepeat: random.chance(0.4) });
    }
  }
  return actions;
}

/**
 * Two to four chargebacks of parts of the payment; some callbacks are repeated. After two the partner refunds the rest. After three staff
 * pay out both partners, so that the wallets are empty for a later chargeback.
 */
export function chargebacks(random: SeededRandom, sale: string): Action[] {
  const chargebackActions = Array.from(
    { length: random.pick([2, 3, 4]) },
    () =>
      ({
        kind: 'acquirer charges back',
        sale,
        attempt: random.pick(ATTEMPT_INDEXES),
        percent: random.pick([10, 10, 30, 50, 100]),
        hasOtherCurrency: random.chance(0.08),
        isRepeat: random.chance(0.4),
      }) satisfies Action,
  );
  if (chargebackActions.length === 2) return [...chargebackActions, { kind: 'refund', sale, percent: null }];
  const payouts = [0, 1].map((partnerIndex): Action => ({ kind: 'pay out', partnerIndex, test: false, percent: 100 }));
  return chargebackActions.length === 3 ? [...chargebackActions, ...payouts] : chargebackActions;
}

/** The payer starts an attempt and pays; the acquirer sends callbacks. */
function paymentTry(random: SeededRandom, sale: string): Action[] {
  const channel = random.pick(CHANNELS);
  const actions: Action[] = [
    {
      kind: 'start attempt',
      sale,
      channel,
      decision: channel === 'paypal' && random.chance(0.5) ? 'authorized' : random.pickWeighted(START_STATES),
    },
  ];
  if (channel === 'blik') actions.push({ kind: 'enter a BLIK code', sale, decision: random.pick(['open', 'captured', 'failed'] as const) });
  if (random.chance(0.85))
    actions.push({
      kind: 'payer acts',
      sale,
      attempt: random.pick(ATTEMPT_INDEXES),
      decision: random.pick<AttemptAcquirerState>(['captured', 'captured', 'captured', 'captured', 'authorized', 'failed', 'canceled']),
      hasOtherAmount: random.chance(0.04),
    });
  if (random.chance(0.3)) actions.push({ kind: 'payer returns', sale });
  for (let callbacks = random.pick([1, 1, 2, 3]); callbacks > 0; callbacks -= 1)
    actions.push({
      kind: 'acquirer sends callback',
      sale,
      attempt: random.pick(ATTEMPT_INDEXES),
      reports: random.pickWeighted({ 'the actual state': 11, 'another amount': 4, failed: 3, pending: 2 }),
      isHint: random.chance(0.15),
      isRepeat: random.chance(0.5),
    });
  return actions;
}
