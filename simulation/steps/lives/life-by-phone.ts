import type { ChargeDeed } from '../../books/phone-sale.js';
import type { Dice } from '../../chance/dice.js';
import type { Act } from '../../acts/step.js';

const DEEDS = { accepted: 5, booked: 4, seen: 3, refused: 1, 'wrong code': 2, unseen: 0 } satisfies Record<ChargeDeed, number>;

/** What the payer and the operator do about a sale, roughly in this order. */
export function lifeByPhone(dice: Dice, index: number): Act[] {
  const sale = `d${index}`;
  const acts: Act[] = [];
  for (let tries = dice.of([1, 1, 2, 3]); tries > 0; tries -= 1) acts.push(...oneTry(dice, sale));
  if (dice.chance(0.1)) acts.push({ kind: 'ask for more time', sale });
  if (dice.chance(0.05)) acts.push({ kind: 'time passes', minutes: 31 }, { kind: 'due work', task: 'expire phone sales' });
  return acts;
}

function oneTry(dice: Dice, sale: string): Act[] {
  const operator = dice.of(['orange', 'play', 'plus', 't-mobile'] as const);
  const acts: Act[] = [{ kind: 'ask for a code', sale, operator, answer: dice.weighed({ sent: 10, refused: 1, unavailable: 1 }) }];
  if (dice.chance(0.08)) acts.push({ kind: 'choose another number', sale });
  acts.push({ kind: 'type the code', sale, deed: dice.weighed(DEEDS) });
  if (dice.chance(0.1)) acts.push(report(dice, sale, 'the truth'));
  if (dice.chance(0.5)) acts.push({ kind: 'due work', task: `ask ${operator}` });
  const charge = dice.of([0, 0, 0, 1]);
  if (dice.chance(0.7))
    acts.push({ kind: 'operator decides', sale, charge, deed: dice.of<ChargeDeed>(['booked', 'booked', 'accepted', 'refused']) });
  for (let times = dice.of([0, 1, 1, 2, 3]); times > 0; times -= 1)
    acts.push(report(dice, sale, dice.chance(0.85) ? 'the truth' : 'refused'));
  return acts;
}

function report(dice: Dice, sale: string, says: 'the truth' | 'refused'): Act {
  return { kind: 'operator reports', sale, charge: dice.of([0, 0, 0, 1]), says, stranger: dice.chance(0.06), again: dice.chance(0.5) };
}
