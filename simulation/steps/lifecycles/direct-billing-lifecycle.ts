import type { ChargeOperatorState } from '../../model/direct-billing-sale.js';
import type { SeededRandom } from '../../random/seeded-random.js';
import type { Action } from '../../actions/step.js';

/** Weights of the operator's decision on a charge. */
const CHARGE_DECISIONS = { accepted: 5, booked: 4, seen: 3, refused: 1, 'wrong code': 2, unseen: 0 } satisfies Record<
  ChargeOperatorState,
  number
>;

/** Indexes of charges, from the last one (0) back: most actions concern the sale's last charge, some the charge before. */
const CHARGE_INDEXES = [0, 0, 0, 1];

/** One minute longer than the time after which the gateway expires a sale whose payer has not extended the time. */
const EXPIRY_MINUTES = 31;

/** Actions of the payer and the operator on a sale, roughly in this order. */
export function directBillingLifecycle(random: SeededRandom, index: number): Action[] {
  const sale = `d${index}`;
  const actions: Action[] = [];
  for (let tries = random.pick([1, 1, 2, 3]); tries > 0; tries -= 1) actions.push(...chargeTry(random, sale));
  if (random.chance(0.1)) actions.push({ kind: 'extend the time', sale });
  if (random.chance(0.05))
    actions.push({ kind: 'time passes', minutes: EXPIRY_MINUTES }, { kind: 'scheduled task', task: 'expire phone sales' });
  return actions;
}

/** The payer requests a code, enters it, and the operator charges the phone bill. */
function chargeTry(random: SeededRandom, sale: string): Action[] {
  const operator = random.pick(['orange', 'play', 'plus', 't-mobile'] as const);
  const actions: Action[] = [
    { kind: 'request a code', sale, operator, response: random.pickWeighted({ sent: 10, refused: 1, unavailable: 1 }) },
  ];
  if (random.chance(0.08)) actions.push({ kind: 'choose another number', sale });
  actions.push({ kind: 'enter the code', sale, decision: random.pickWeighted(CHARGE_DECISIONS) });
  if (random.chance(0.1)) actions.push(callback(random, sale, 'the actual state'));
  if (random.chance(0.5)) actions.push({ kind: 'scheduled task', task: `poll ${operator}` });
  const charge = random.pick(CHARGE_INDEXES);
  if (random.chance(0.7))
    actions.push({
      kind: 'operator decides',
      sale,
      charge,
      decision: random.pick<ChargeOperatorState>(['booked', 'booked', 'accepted', 'refused']),
    });
  for (let callbacks = random.pick([0, 1, 1, 2, 3]); callbacks > 0; callbacks -= 1)
    actions.push(callback(random, sale, random.chance(0.85) ? 'the actual state' : 'refused'));
  return actions;
}

function callback(random: SeededRandom, sale: string, reports: 'the actual state' | 'refused'): Action {
  return {
    kind: 'operator sends callback',
    sale,
    charge: random.pick(CHARGE_INDEXES),
    reports,
    fromOtherOperator: random.chance(0.06),
    isRepeat: random.chance(0.5),
  };
}
