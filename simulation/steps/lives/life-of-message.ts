import type { Dice } from '../../chance/dice.js';
import type { Act } from '../../acts/step.js';

/** The SMS gateway repeats its reports, and the partner checks the code more than once. */
export function lifeOfMessage(dice: Dice, index: number): Act[] {
  const sale = `m${index}`;
  const again: Act[] = Array.from({ length: dice.of([0, 0, 1, 2]) }, () => ({ kind: 'message again', sale }));
  const checks: Act[] = Array.from({ length: dice.of([0, 1, 1, 2]) }, () => ({ kind: 'check the code', sale }));
  return [...again, ...checks];
}
