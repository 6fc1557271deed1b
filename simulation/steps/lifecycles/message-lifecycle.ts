import type { SeededRandom } from '../../random/seeded-random.js';
import type { Action } from '../../actions/step.js';

/** The SMS gateway may repeat the message, and the partner may check the code more than once. */
export function messageLifecycle(random: SeededRandom, index: number): Action[] {
  const sale = `m${index}`;
  const repeats: Action[] = Array.from({ length: random.pick([0, 0, 1, 2]) }, () => ({ kind: 'repeat message', sale }));
  const checks: Action[] = Array.from({ length: random.pick([0, 1, 1, 2]) }, () => ({ kind: 'check the code', sale }));
  return [...repeats, ...checks];
}
