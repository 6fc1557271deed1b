import type { AttemptAcquirerState } from '../../model/online-payment.js';
import type { SeededRandom } from '../../random/seeded-random.js';
import type { Action } from '../../actions/step.js';
import { chargebacks, refunds } from './online-lifecycle.js';

const DEEDS = { taken: 12, open: 4, failed: 2, authorized: 0.5, canceled: 0.3, expired: 0, unseen: 0 } satisfies Record<
  AttemptAcquirerState,
  number
>;

/** What the partner, the payer and the bank do about a payment under a subscription. */
export function chargeLifecycle(random: SeededRandom, index: number, action: Action): Action[] {
  if (action.kind !== 'sell under a subscription') return [];
  const sale = `p${index}`;
  const { of, service, amount, payer } = action;
  const charge = (): Action => ({ kind: 'charge', sale, of, decision: random.weighed(DEEDS), named: random.chance(0.3) });
  const actions: Action[] = [charge()];
  if (random.chance(0.3)) actions.push(charge());
  if (random.chance(0.35)) actions.push({ kind: 'payer confirms', sale, decision: random.weighed(DEEDS) });
  if (random.chance(0.6))
    actions.push({
      kind: 'payer acts',
      sale,
      attempt: 0,
      decision: random.of<AttemptAcquirerState>(['taken', 'taken', 'taken', 'failed']),
      otherSum: false,
    });
  for (let words = random.of([0, 1, 2]); words > 0; words -= 1)
    actions.push({
      kind: 'acquirer reports',
      sale,
      attempt: 0,
      says: random.of(['the truth', 'the truth', 'the truth', 'failed'] as const),
      hint: random.chance(0.15),
      again: random.chance(0.5),
    });
  if (random.chance(0.15)) actions.push({ kind: random.of(['cancel', 'come back', 'leave'] as const), sale });
  if (random.chance(0.3)) actions.push({ kind: 'judge', sale, release: random.chance(0.7) });
  // A partner tries again after a failed charge.
  if (random.chance(0.15)) actions.push({ kind: 'sell under a subscription', of, service, amount, payer });
  if (random.chance(0.15)) actions.push(...refunds(random, sale));
  if (random.chance(0.1)) actions.push(...chargebacks(random, sale));
  return actions;
}
