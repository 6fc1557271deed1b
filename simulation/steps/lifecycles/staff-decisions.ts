import type { SeededRandom } from '../../random/seeded-random.js';
import { type Action, PROVIDERS } from '../../actions/step.js';

/** Returns a command of staff that makes a manual entry. */
export function staffDecision(random: SeededRandom, providers: readonly string[] = PROVIDERS): Action {
  const target = { partnerIndex: random.integer(2), test: random.chance(0.15) };
  switch (random.pickWeighted({ 'pay out': 2, adjust: 1, settle: 3 })) {
    case 'pay out':
      return { kind: 'pay out', ...target, percent: random.pick([20, 50, 100, 130]) }; // 130 % must be rejected
    case 'adjust':
      return { kind: 'adjust', ...target, accountsIndex: random.integer(5), amount: 1 + random.integer(2_000) };
    case 'settle':
      return { kind: 'settle', provider: random.chance(0.4) ? 'sms' : random.pick(providers), batchSize: random.pick([3, 10, 40]) };
  }
}

/** Staff may repeat a command because they do not know its result, or by mistake. @param letter of the command's name. */
export function repeatCommand(letter: string) {
  return (random: SeededRandom, index: number): Action[] =>
    random.chance(0.5) ? [{ kind: 'staff repeat', sale: `${letter}${index}` }] : [];
}

/** More than the ten minutes by which a settlement's period must have ended, so that a second settlement covers newer entries. */
const UNTIL_SECOND_SETTLEMENT_MINUTES = 11;

/** Staff sometimes settle with the same provider again. The period of the second settlement contains the period of the first one. */
export function settleAgain(random: SeededRandom, index: number, action: Action): Action[] {
  return [
    ...repeatCommand('s')(random, index),
    ...(random.chance(0.35) ? [{ kind: 'time passes', minutes: UNTIL_SECOND_SETTLEMENT_MINUTES } as const, action] : []),
  ];
}
