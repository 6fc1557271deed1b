import type { AttemptAcquirerState } from '../../model/online-payment.js';
import type { SeededRandom } from '../../random/seeded-random.js';
import type { Action } from '../../actions/step.js';
import { chargebacks, refunds } from './online-lifecycle.js';

const DEEDS = { taken: 12, open: 4, failed: 2, authorized: 0.5, canceled: 0.3, expired: 0, unseen: 0 } satisfies Record<
  AttemptAcquirerState,
  number
>;

/** What the partner, the payer and the bank do about a payment under a subscription. */
export function chargeLifecycle(dice: SeededRandom, index: number, act: Action): Action[] {
  if (act.kind !== 'sell under a subscription') return [];
  const sale = `p${index}`;
  const { of, service, amount, payer } = act;
  const charge = (): Action => ({ kind: 'charge', sale, of, deed: dice.weighed(DEEDS), named: dice.chance(0.3) });
  const acts: Action[] = [charge()];
  if (dice.chance(0.3)) acts.push(charge());
  if (dice.chance(0.35)) acts.push({ kind: 'payer confirms', sale, deed: dice.weighed(DEEDS) });
  if (dice.chance(0.6))
    acts.push({
      kind: 'payer acts',
      sale,
      attempt: 0,
      deed: dice.of<AttemptAcquirerState>(['taken', 'taken', 'taken', 'failed']),
      otherSum: false,
    });
  for (let words = dice.of([0, 1, 2]); words > 0; words -= 1)
    acts.push({
      kind: 'acquirer reports',
      sale,
      attempt: 0,
      says: dice.of(['the truth', 'the truth', 'the truth', 'failed'] as const),
      hint: dice.chance(0.15),
      again: dice.chance(0.5),
    });
  if (dice.chance(0.15)) acts.push({ kind: dice.of(['cancel', 'come back', 'leave'] as const), sale });
  if (dice.chance(0.3)) acts.push({ kind: 'judge', sale, release: dice.chance(0.7) });
  // A partner tries again after a failed charge.
  if (dice.chance(0.15)) acts.push({ kind: 'sell under a subscription', of, service, amount, payer });
  if (dice.chance(0.15)) acts.push(...refunds(dice, sale));
  if (dice.chance(0.1)) acts.push(...chargebacks(dice, sale));
  return acts;
}
