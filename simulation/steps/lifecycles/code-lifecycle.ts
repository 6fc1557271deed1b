import type { AliasAppState } from '../../model/model-alias.js';
import type { SeededRandom } from '../../random/seeded-random.js';
import type { AppDecision, CodeOutcome } from '../../actions/blik-action.js';
import type { Action } from '../../actions/step.js';
import { refunds } from './online-lifecycle.js';

/** Weights of the app's decision on a request to register an alias. */
const REGISTRATION_DECISIONS = { active: 6, pending: 3, refused: 1 } satisfies Record<AppDecision, number>;
/** Weights of the outcome of a payment by code or alias. */
const CODE_OUTCOMES = { captured: 8, open: 2, failed: 2 } satisfies Record<CodeOutcome, number>;
/** Weights of what the app decides about an alias later. */
const LATER_DECISIONS = { active: 4, refused: 1, unregistered: 3, expired: 1, unseen: 0, pending: 0, replaced: 0 } satisfies Record<
  AliasAppState,
  number
>;

/**
 * Actions of the partner, the payer and the app on a payment by code, which may register or use an alias.
 * @param earlierPayments payments by code, which may have registered an alias.
 */
export function codeLifecycle(random: SeededRandom, index: number, _: Action, earlierPayments: readonly string[]): Action[] {
  const sale = `p${index}`;
  const actions: Action[] = [];
  for (let tries = random.pick([1, 2, 2]); tries > 0; tries -= 1) actions.push(payAction(random, sale, earlierPayments));
  if (random.chance(0.6)) actions.push({ kind: 'scheduled task', task: 'poll aliases' });
  if (random.chance(0.3))
    actions.push({
      kind: 'payer acts',
      sale,
      attempt: 0,
      decision: random.pick<'captured' | 'failed'>(['captured', 'failed']),
      hasOtherAmount: false,
    });
  for (let callbacks = random.pick([0, 0, 1]); callbacks > 0; callbacks -= 1)
    actions.push({
      kind: 'acquirer sends callback',
      sale,
      attempt: 0,
      reports: random.pick(['the actual state', 'failed'] as const),
      isHint: random.chance(0.2),
      isRepeat: false,
    });
  for (let callbacks = random.pick([0, 1, 2]); callbacks > 0; callbacks -= 1) {
    const alias = random.pick([0, 0, 1]);
    if (random.chance(0.6)) actions.push({ kind: 'app decides', sale, alias, decision: random.pickWeighted(LATER_DECISIONS) });
    const reports = random.pickWeighted({ 'the actual state': 9, active: 1, unregistered: 1, pending: 1 });
    actions.push({ kind: 'app sends callback', sale, alias, reports, isHint: random.chance(0.2), isRepeat: random.chance(0.4) });
  }
  if (random.chance(0.25)) actions.push({ kind: 'partner unregisters', sale, alias: 0, byValue: random.chance(0.4) });
  if (random.chance(0.2)) actions.push({ kind: 'review', sale, release: random.chance(0.6) });
  if (random.chance(0.15)) actions.push(...refunds(random, sale));
  return actions;
}

/** Pays by code, which may register an alias, or with the alias of an earlier payment. */
function payAction(random: SeededRandom, sale: string, earlierPayments: readonly string[]): Action {
  const decision = random.pickWeighted(CODE_OUTCOMES);
  if (earlierPayments.length > 0 && random.chance(0.45))
    return {
      kind: 'pay by alias',
      sale,
      originSale: random.pick(earlierPayments),
      identifiedBy: random.pick(['id', 'value', 'value', 'value and app'] as const),
      decision,
    };
  const registration = random.chance(0.8)
    ? { aliasNumber: random.integer(4), appNumber: random.integer(2), decision: random.pickWeighted(REGISTRATION_DECISIONS) }
    : null;
  return { kind: 'pay by code', sale, decision, registration };
}
