import type { Mandate, EndedBy } from '../model/mandate.js';
import { chargeStateAfter } from '../model/mandate.js';
import { isWithinLimits, isPastEnd, paidTotals } from '../model/mandate-totals.js';
import type { ModelAlias } from '../model/model-alias.js';
import type { AcquirerAttempt } from '../model/online-payment.js';
import type { World } from '../world/world.js';
import type { HistoryRow } from './observations.js';

/** The gateway may close an alias that the bank does not know only after this time. */
const UNKNOWN_ALIAS_CLOSED_AFTER_MS = 72 * 3_600_000;

/**
 * Applies a state change of an alias, a subscription or a charge to the model.
 * @returns why nothing justifies the change; null when something does, and for rows of other types.
 */
export function applyMandateTransition({ model }: World, row: HistoryRow): string | null {
  const { id, to } = row;
  const [alias, mandate, attempt] = [model.blik.alias(id), model.blik.mandate(id), model.attempt(id)];
  if (alias) {
    const problem = aliasProblem(alias, row);
    alias.gatewayState = to;
    return problem;
  }
  if (mandate) {
    const problem = mandateProblem(mandate, row);
    mandate.gatewayState = to;
    mandate.wasActive ||= to === 'subscription_active';
    return problem;
  }
  if (!attempt?.mandate) return mandateAliasProblem(model.blik.mandateOfAlias(id), row);
  const problem = limitsUsedUpProblem(attempt.mandate, attempt, row);
  attempt.chargeState = chargeStateAfter(to, attempt.chargeState);
  return problem;
}

function aliasProblem(
  { reportedOutcomes, isUnregisterRequested, expiresAt, startedAt, payment }: ModelAlias,
  { reason, at, to }: HistoryRow,
): string | null {
  const isCodeRefused = payment.attempts.some((attempt) =>
    ['failed', 'canceled', 'expired', 'not_sent', 'not_found', 'code refused'].some((outcome) => attempt.reportedOutcomes.has(outcome)),
  );
  const isJustified: Record<string, boolean> = {
    channel_active: reportedOutcomes.has('active'),
    channel_unregistered: reportedOutcomes.has('unregistered') || reportedOutcomes.has('failed'),
    channel_expired: reportedOutcomes.has('expired'),
    partner_unregistered: isUnregisterRequested,
    code_refused: isCodeRefused,
    registered_again: true, // the newer alias of the same value is checked itself
    expired: expiresAt !== null && expiresAt <= at,
    never_heard_of: at.getTime() - startedAt.getTime() > UNKNOWN_ALIAS_CLOSED_AFTER_MS,
  };
  return isJustified[reason] ? null : `nothing justifies ${to} (${reason})`;
}

/** The alias of a mandate ends with the mandate, for the same reasons. */
function mandateAliasProblem(mandate: Mandate | null, row: HistoryRow): string | null {
  return mandate && mandateProblem(mandate, row);
}

/** The outcome that the bank must have reported, by the reason in the history. */
const OUTCOME_FOR_REASON: Record<string, string> = {
  payer_agreed: 'active',
  revoked_by_payer: 'revoked by payer',
  revoked_by_scheme: 'revoked by scheme',
  revoked_by_merchant: 'revoked by merchant',
  channel_failed: 'failed',
  channel_expired: 'expired',
  channel_not_reached: 'not_sent',
  channel_does_not_know_it: 'not_found',
};
/** Who must have requested the end, by the reason in the history. */
const REQUESTER_FOR_REASON: Record<string, EndedBy> = {
  cancelled_by_merchant: 'partner',
  cancelled_by_system: 'staff',
  cancelled_by_antifraud: 'antifraud',
  fraud: 'antifraud',
};

function mandateProblem(mandate: Mandate, { reason, at, from }: HistoryRow): string | null {
  const { reportedOutcomes, closeRequests, terms } = mandate;
  const { count, minor } = paidTotals(mandate);
  const [outcome, requester] = [OUTCOME_FOR_REASON[reason], REQUESTER_FOR_REASON[reason]];
  if (outcome !== undefined) return reportedOutcomes.has(outcome) ? null : `no status update was ${outcome}`;
  if (requester !== undefined) return closeRequests.has(requester) ? null : `${requester} did not request it`;
  const isJustified: Record<string, boolean> = {
    nobody_agreed: from.endsWith('pending') || from === 'alias_pending_registration',
    expired: isPastEnd(mandate, at),
    count_limit_reached: count >= (terms.maxCount ?? Infinity),
    total_limit_reached: minor >= (terms.maxTotalMinor ?? Infinity),
  };
  return isJustified[reason] ? null : `nothing justifies it (${reason})`;
}

/** A late payment goes to suspense because of the mandate's limits only if its charge no longer counts and would exceed the limits. */
function limitsUsedUpProblem(mandate: Mandate, charge: AcquirerAttempt, { reason }: HistoryRow): string | null {
  if (reason !== 'limits_used_up') return null;
  return charge.chargeState === 'free' && !isWithinLimits(mandate, charge) ? null : 'it is within the limits of the mandate';
}
