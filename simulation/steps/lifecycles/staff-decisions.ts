import type { SeededRandom } from '../../random/seeded-random.js';
import { type Action, PROVIDERS } from '../../actions/step.js';

/** The manual work of staff. */
export function decision(dice: SeededRandom, providers: readonly string[] = PROVIDERS): Action {
  const about = { shop: dice.number(2), test: dice.chance(0.15) };
  switch (dice.weighed({ 'pay out': 2, adjust: 1, settle: 3 })) {
    case 'pay out':
      return { kind: 'pay out', ...about, percent: dice.of([20, 50, 100, 130]) };
    case 'adjust':
      return { kind: 'adjust', ...about, correction: dice.number(5), amount: 1 + dice.number(2_000) };
    case 'settle':
      return { kind: 'settle', provider: dice.chance(0.4) ? 'sms' : dice.of(providers), batch: dice.of([3, 10, 40]) };
  }
}

/** Staff repeat a manual step when they are not sure, or by mistake. */
export function repeated(letter: string) {
  return (dice: SeededRandom, index: number): Action[] => (dice.chance(0.5) ? [{ kind: 'staff repeat', sale: `${letter}${index}` }] : []);
}

/** Entries that were made since are settled by another settlement, whose period contains the first one. */
export function settledAgain(dice: SeededRandom, index: number, act: Action): Action[] {
  return [...repeated('s')(dice, index), ...(dice.chance(0.35) ? [{ kind: 'time passes', minutes: 11 } as const, act] : [])];
}
