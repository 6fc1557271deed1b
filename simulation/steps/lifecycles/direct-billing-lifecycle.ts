import type { ChargeOperatorState } from '../../model/direct-billing-sale.js';
import type { SeededRandom } from '../../random/seeded-random.js';
import type { Action } from '../../actions/step.js';

const DEEDS = { accepted: 5, booked: 4, seen: 3, refused: 1, 'wrong code': 2, unseen: 0 } satisfies Record<ChargeOperatorState, number>;

/** What the payer and the operator do about a sale, roughly in this order. */
export function directBillingLifecycle(dice: SeededRandom, index: number): Action[] {
  const sale = `d${index}`;
  const acts: Action[] = [];
  for (let tries = dice.of([1, 1, 2, 3]); tries > 0; tries -= 1) acts.push(...oneTry(dice, sale));
  if (dice.chance(0.1)) acts.push({ kind: 'ask for more time', sale });
  if (dice.chance(0.05)) acts.push({ kind: 'time passes', minutes: 31 }, { kind: 'due work', task: 'expire phone sales' });
  return acts;
}

function oneTry(dice: SeededRandom, sale: string): Action[] {
  const operator = dice.of(['orange', 'play', 'plus', 't-mobile'] as const);
  const acts: Action[] = [{ kind: 'ask for a code', sale, operator, answer: dice.weighed({ sent: 10, refused: 1, unavailable: 1 }) }];
  if (dice.chance(0.08)) acts.push({ kind: 'choose another number', sale });
  acts.push({ kind: 'type the code', sale, deed: dice.weighed(DEEDS) });
  if (dice.chance(0.1)) acts.push(report(dice, sale, 'the truth'));
  if (dice.chance(0.5)) acts.push({ kind: 'due work', task: `ask ${operator}` });
  const charge = dice.of([0, 0, 0, 1]);
  if (dice.chance(0.7))
    acts.push({ kind: 'operator decides', sale, charge, deed: dice.of<ChargeOperatorState>(['booked', 'booked', 'accepted', 'refused']) });
  for (let times = dice.of([0, 1, 1, 2, 3]); times > 0; times -= 1)
    acts.push(report(dice, sale, dice.chance(0.85) ? 'the truth' : 'refused'));
  return acts;
}

function report(dice: SeededRandom, sale: string, says: 'the truth' | 'refused'): Action {
  return { kind: 'operator reports', sale, charge: dice.of([0, 0, 0, 1]), says, stranger: dice.chance(0.06), again: dice.chance(0.5) };
}
