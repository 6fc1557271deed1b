import type { SeededRandom } from '../../random/seeded-random.js';
import { type Action, PROVIDERS } from '../../actions/step.js';

/** The manual work of staff. */
export function decision(random: SeededRandom, providers: readonly string[] = PROVIDERS): Action {
  const about = { shop: random.number(2), test: random.chance(0.15) };
  switch (random.weighed({ 'pay out': 2, adjust: 1, settle: 3 })) {
    case 'pay out':
      return { kind: 'pay out', ...about, percent: random.of([20, 50, 100, 130]) };
    case 'adjust':
      return { kind: 'adjust', ...about, correction: random.number(5), amount: 1 + random.number(2_000) };
    case 'settle':
      return { kind: 'settle', provider: random.chance(0.4) ? 'sms' : random.of(providers), batch: random.of([3, 10, 40]) };
  }
}

/** Staff repeat a manual step when they are not sure, or by mistake. */
export function repeated(letter: string) {
  return (random: SeededRandom, index: number): Action[] =>
    random.chance(0.5) ? [{ kind: 'staff repeat', sale: `${letter}${index}` }] : [];
}

/** Entries that were made since are settled by another settlement, whose period contains the first one. */
export function settledAgain(random: SeededRandom, index: number, action: Action): Action[] {
  return [...repeated('s')(random, index), ...(random.chance(0.35) ? [{ kind: 'time passes', minutes: 11 } as const, action] : [])];
}
