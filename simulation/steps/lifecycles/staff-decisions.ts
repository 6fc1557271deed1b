import type { SeededRandom } from '../../random/seeded-random.js';
import { type Action, PROVIDERS } from '../../actions/step.js';

/** Returns a command of staff that makes a manual entry. */
export function staffDecision(random: SeededRandom, providers: readonly string[] = PROVIDERS): Action {
  const target = { partnerIndex: random.integer(2), test: random.chance(0.15) };
  switch (random.pickWeighted({ 'pay out': 2, adjust: 1, settle: 3 })) {
    case 'pay out':
      return { kind: 'pay out', ...target, percent: random.pick([20, 50, 100, 130]) };
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

/** A second settlement covers entries that are newer than the first one. Its period contains the first period. */
export function settleAgain(random: SeededRandom, index: number, action: Action): Action[] {
  return [...repeatCommand('s')(random, index), ...(random.chance(0.35) ? [{ kind: 'time passes', minutes: 11 } as const, action] : [])];
}
