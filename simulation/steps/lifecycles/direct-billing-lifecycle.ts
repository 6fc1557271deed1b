import type { ChargeOperatorState } from '../../model/direct-billing-sale.js';
import type { SeededRandom } from '../../random/seeded-random.js';
import type { Action } from '../../actions/step.js';

const DEEDS = { accepted: 5, booked: 4, seen: 3, refused: 1, 'wrong code': 2, unseen: 0 } satisfies Record<ChargeOperatorState, number>;

/** What the payer and the operator do about a sale, roughly in this order. */
export function directBillingLifecycle(random: SeededRandom, index: number): Action[] {
  const sale = `d${index}`;
  const actions: Action[] = [];
  for (let tries = random.of([1, 1, 2, 3]); tries > 0; tries -= 1) actions.push(...oneTry(random, sale));
  if (random.chance(0.1)) actions.push({ kind: 'ask for more time', sale });
  if (random.chance(0.05)) actions.push({ kind: 'time passes', minutes: 31 }, { kind: 'due work', task: 'expire phone sales' });
  return actions;
}

function oneTry(random: SeededRandom, sale: string): Action[] {
  const operator = random.of(['orange', 'play', 'plus', 't-mobile'] as const);
  const actions: Action[] = [{ kind: 'ask for a code', sale, operator, answer: random.weighed({ sent: 10, refused: 1, unavailable: 1 }) }];
  if (random.chance(0.08)) actions.push({ kind: 'choose another number', sale });
  actions.push({ kind: 'type the code', sale, decision: random.weighed(DEEDS) });
  if (random.chance(0.1)) actions.push(report(random, sale, 'the truth'));
  if (random.chance(0.5)) actions.push({ kind: 'due work', task: `ask ${operator}` });
  const charge = random.of([0, 0, 0, 1]);
  if (random.chance(0.7))
    actions.push({
      kind: 'operator decides',
      sale,
      charge,
      decision: random.of<ChargeOperatorState>(['booked', 'booked', 'accepted', 'refused']),
    });
  for (let times = random.of([0, 1, 1, 2, 3]); times > 0; times -= 1)
    actions.push(report(random, sale, random.chance(0.85) ? 'the truth' : 'refused'));
  return actions;
}

function report(random: SeededRandom, sale: string, says: 'the truth' | 'refused'): Action {
  return {
    kind: 'operator reports',
    sale,
    charge: random.of([0, 0, 0, 1]),
    says,
    stranger: random.chance(0.06),
    again: random.chance(0.5),
  };
}
