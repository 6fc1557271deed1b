import type { AliasAppState } from '../../model/model-alias.js';
import type { SeededRandom } from '../../random/seeded-random.js';
import type { AppDecision, CodeOutcome } from '../../actions/blik-action.js';
import type { Action } from '../../actions/step.js';
import { refunds } from './online-lifecycle.js';

const APP = { active: 6, pending: 3, refused: 1 } satisfies Record<AppDecision, number>;
const CODE = { taken: 8, open: 2, failed: 2 } satisfies Record<CodeOutcome, number>;
const LATER = { active: 4, refused: 1, unregistered: 3, expired: 1, unseen: 0, pending: 0, replaced: 0 } satisfies Record<
  AliasAppState,
  number
>;

/**
 * What the partner, the payer and the app do about a payment by code, which may register or use an alias. @param earlier payments of this
 * kind.
 */
export function codeLifecycle(dice: SeededRandom, index: number, _: Action, earlier: readonly string[]): Action[] {
  const sale = `p${index}`;
  const acts: Action[] = [];
  for (let tries = dice.of([1, 2, 2]); tries > 0; tries -= 1) acts.push(payment(dice, sale, earlier));
  if (dice.chance(0.6)) acts.push({ kind: 'due work', task: 'ask about aliases' });
  if (dice.chance(0.3))
    acts.push({ kind: 'payer acts', sale, attempt: 0, deed: dice.of<'taken' | 'failed'>(['taken', 'failed']), otherSum: false });
  for (let words = dice.of([0, 0, 1]); words > 0; words -= 1)
    acts.push({
      kind: 'acquirer reports',
      sale,
      attempt: 0,
      says: dice.of(['the truth', 'failed'] as const),
      hint: dice.chance(0.2),
      again: false,
    });
  for (let words = dice.of([0, 1, 2]); words > 0; words -= 1) {
    const alias = dice.of([0, 0, 1]);
    if (dice.chance(0.6)) acts.push({ kind: 'app decides', sale, alias, deed: dice.weighed(LATER) });
    const says = dice.weighed({ 'the truth': 9, active: 1, unregistered: 1, pending: 1 });
    acts.push({ kind: 'app reports', sale, alias, says, hint: dice.chance(0.2), again: dice.chance(0.4) });
  }
  if (dice.chance(0.25)) acts.push({ kind: 'partner unregisters', sale, alias: 0, byValue: dice.chance(0.4) });
  if (dice.chance(0.2)) acts.push({ kind: 'judge', sale, release: dice.chance(0.6) });
  if (dice.chance(0.15)) acts.push(...refunds(dice, sale));
  return acts;
}

function payment(dice: SeededRandom, sale: string, earlier: readonly string[]): Action {
  const deed = dice.weighed(CODE);
  if (earlier.length > 0 && dice.chance(0.45))
    return { kind: 'pay by alias', sale, of: dice.of(earlier), how: dice.of(['id', 'value', 'value', 'value and app'] as const), deed };
  const registers = dice.chance(0.8) ? { value: dice.number(4), app: dice.number(2), answer: dice.weighed(APP) } : null;
  return { kind: 'pay by code', sale, deed, registers };
}
