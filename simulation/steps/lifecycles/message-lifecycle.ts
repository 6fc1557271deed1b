import type { SeededRandom } from '../../random/seeded-random.js';
import type { Action } from '../../actions/step.js';

/** The SMS gateway repeats its reports, and the partner checks the code more than once. */
export function messageLifecycle(random: SeededRandom, index: number): Action[] {
  const sale = `m${index}`;
  const again: Action[] = Array.from({ length: random.of([0, 0, 1, 2]) }, () => ({ kind: 'message again', sale }));
  const checks: Action[] = Array.from({ length: random.of([0, 1, 1, 2]) }, () => ({ kind: 'check the code', sale }));
  return [...again, ...checks];
}
