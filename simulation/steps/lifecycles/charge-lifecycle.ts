import type { AttemptAcquirerState } from '../../model/online-payment.js';
import type { SeededRandom } from '../../random/seeded-random.js';
import type { Action } from '../../actions/step.js';
import { chargebacks, refunds } from './online-lifecycle.js';

/** Weights of the bank's decision on a charge. */
const CHARGE_DECISIONS = { captured: 12, open: 4, failed: 2, authorized: 0.5, canceled: 0.3, expired: 0, unseen: 0 } satisfies Record<
  AttemptAcquirerState,
  number
>;

/** Actions of the partner, the payer and the bank on a payment under a subscription, roughly in this order. */
export function chargeLifecycle(random: SeededRandom, index: number, action: Action): Action[] {
  if (action.kind !== 'sell under a subscription') return [];
  const sale = `p${index}`;
  const { originSale, serviceIndex, amount, payerIndex } = action;
  const charge = (): Action => ({
    kind: 'charge',
    sale,
    originSale,
    decision: random.pickWeighted(CHARGE_DECISIONS),
    hasIdempotencyKey: random.chance(0.3),
  });
  const actions: Action[] = [charge()];
  if (random.chance(0.3)) actions.push(charge());
  if (random.chance(0.35)) actions.push({ kind: 'payer confirms', sale, decision: random.pickWeighted(CHARGE_DECISIONS) });
  if (random.chance(0.6))
    actions.push({
      kind: 'payer acts',
      sale,
      attempt: 0,
      decision: random.pick<AttemptAcquirerState>(['captured', 'captured', 'captured', 'failed']),
      hasOtherAmount: false,
    });
  for (let callbacks = random.pick([0, 1, 2]); callbacks > 0; callbacks -= 1)
    actions.push({
      kind: 'acquirer sends callback',
      sale,
      attempt: 0,
      reports: random.pick(['the actual state', 'the actual state', 'the actual state', 'failed'] as const),
      isHint: random.chance(0.15),
      isRepeat: random.chance(0.5),
    });
  if (random.chance(0.15)) actions.push({ kind: random.pick(['cancel payment', 'payer returns', 'abandon attempt'] as const), sale });
  if (random.chance(0.3)) actions.push({ kind: 'review', sale, release: random.chance(0.7) });
  // After a failed charge the partner creates another payment for the same amount.
  if (random.chance(0.15)) actions.push({ kind: 'sell under a subscription', originSale, serviceIndex, amount, payerIndex });
  if (random.chance(0.15)) actions.push(...refunds(random, sale));
  if (random.chance(0.1)) actions.push(...chargebacks(random, sale));
  return actions;
}
