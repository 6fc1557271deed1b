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
export function codeLifecycle(random: SeededRandom, index: number, _: Action, earlier: readonly string[]): Action[] {
  const sale = `p${index}`;
  const actions: Action[] = [];
  for (let tries = random.of([1, 2, 2]); tries > 0; tries -= 1) actions.push(payment(random, sale, earlier));
  if (random.chance(0.6)) actions.push({ kind: 'due work', task: 'ask about aliases' });
  if (random.chance(0.3))
    actions.push({ kind: 'payer acts', sale, attempt: 0, decision: random.of<'taken' | 'failed'>(['taken', 'failed']), otherSum: false });
  for (let words = random.of([0, 0, 1]); words > 0; words -= 1)
    actions.push({
      kind: 'acquirer reports',
      sale,
      attempt: 0,
      says: random.of(['the truth', 'failed'] as const),
      hint: random.chance(0.2),
      again: false,
    });
  for (let words = random.of([0, 1, 2]); words > 0; words -= 1) {
    const alias = random.of([0, 0, 1]);
    if (random.chance(0.6)) actions.push({ kind: 'app decides', sale, alias, decision: random.weighed(LATER) });
    const says = random.weighed({ 'the truth': 9, active: 1, unregistered: 1, pending: 1 });
    actions.push({ kind: 'app reports', sale, alias, says, hint: random.chance(0.2), again: random.chance(0.4) });
  }
  if (random.chance(0.25)) actions.push({ kind: 'partner unregisters', sale, alias: 0, byValue: random.chance(0.4) });
  if (random.chance(0.2)) actions.push({ kind: 'judge', sale, release: random.chance(0.6) });
  if (random.chance(0.15)) actions.push(...refunds(random, sale));
  return actions;
}

function payment(random: SeededRandom, sale: string, earlier: readonly string[]): Action {
  const decision = random.weighed(CODE);
  if (earlier.length > 0 && random.chance(0.45))
    return {
      kind: 'pay by alias',
      sale,
      of: random.of(earlier),
      how: random.of(['id', 'value', 'value', 'value and app'] as const),
      decision,
    };
  const registers = random.chance(0.8) ? { value: random.number(4), app: random.number(2), answer: random.weighed(APP) } : null;
  return { kind: 'pay by code', sale, decision, registers };
}
