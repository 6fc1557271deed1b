import type { Mandate, EndedBy } from '../model/mandate.js';
import { chargeStateAfter } from '../model/mandate.js';
import { isWithinLimits, isPastEnd, paidOf } from '../model/mandate-sums.js';
import type { ModelAlias } from '../model/model-alias.js';
import type { AcquirerAttempt } from '../model/online-payment.js';
import type { World } from '../world/world.js';
import type { HistoryRow } from './observations.js';

/** How long an alias must be unknown before the gateway gives it up. */
const NEVER_HEARD_OF_AFTER_MS = 72 * 3_600_000;

/**
 * Notes in the model that an alias, a subscription or a charge has changed its state.
 * @returns why it must not be in that state; null when a party has given cause.
 */
export function mandateTransition({ model }: World, row: HistoryRow): string | null {
  const { id, to } = row;
  const [alias, mandate, attempt] = [model.blik.alias(id), model.blik.mandate(id), model.attempt(id)];
  if (alias) {
    const why = aliasUnjustified(alias, row);
    alias.state = to;
    return why;
  }
  if (mandate) {
    const why = ending(mandate, row);
    mandate.state = to;
    mandate.wasActive ||= to === 'subscription_active';
    return why;
  }
  if (!attempt?.mandate) return ofMandate(model.blik.mandateOfAlias(id), row);
  const why = surplusUnjustified(attempt.mandate, attempt, row);
  attempt.chargeState = chargeStateAfter(to, attempt.chargeState);
  return why;
}

function aliasUnjustified(
  { reportedOutcomes, isUnregisterRequested, until, startedAt, payment }: ModelAlias,
  { reason, at, to }: HistoryRow,
): string | null {
  const refused = payment.attempts.some((attempt) =>
    ['failed', 'canceled', 'expired', 'not_sent', 'not_found', 'code refused'].some((word) => attempt.reportedOutcomes.has(word)),
  );
  const causes: Record<string, boolean> = {
    channel_active: reportedOutcomes.has('active'),
    channel_unregistered: reportedOutcomes.has('unregistered') || reportedOutcomes.has('failed'),
    channel_expired: reportedOutcomes.has('expired'),
    partner_unregistered: isUnregisterRequested,
    code_refused: refused,
    registered_again: true, // the other alias's state proves it
    expired: until !== null && until <= at,
    never_heard_of: at.getTime() - startedAt.getTime() > NEVER_HEARD_OF_AFTER_MS,
  };
  return causes[reason] ? null : `nothing justifies ${to} (${reason})`;
}

/** An alias of a mandate ends with the mandate, for the same reasons. */
function ofMandate(mandate: Mandate | null, row: HistoryRow): string | null {
  return mandate && ending(mandate, row);
}

const BY_WORD: Record<string, string> = {
  payer_agreed: 'active',
  revoked_by_payer: 'revoked by payer',
  revoked_by_scheme: 'revoked by scheme',
  revoked_by_merchant: 'revoked by merchant',
  channel_failed: 'failed',
  channel_expired: 'expired',
  channel_not_reached: 'not_sent',
  channel_does_not_know_it: 'not_found',
};
const BY_WISH: Record<string, EndedBy> = {
  cancelled_by_merchant: 'partner',
  cancelled_by_system: 'staff',
  cancelled_by_antifraud: 'antifraud',
  fraud: 'antifraud',
};

function ending(mandate: Mandate, { reason, at, from }: HistoryRow): string | null {
  const { reportedOutcomes, closeRequests, terms } = mandate;
  const { count, minor } = paidOf(mandate);
  const [word, wish] = [BY_WORD[reason], BY_WISH[reason]];
  if (word !== undefined) return reportedOutcomes.has(word) ? null : `no report said ${word}`;
  if (wish !== undefined) return closeRequests.has(wish) ? null : `no ${wish} asked for it`;
  const causes: Record<string, boolean> = {
    nobody_agreed: from.endsWith('pending') || from === 'alias_pending_registration',
    expired: isPastEnd(mandate, at),
    count_limit_reached: count >= (terms.count ?? Infinity),
    total_limit_reached: minor >= (terms.total ?? Infinity),
  };
  return causes[reason] ? null : `nothing justifies it (${reason})`;
}

/** A payment within the mandate's limits must be kept. */
function surplusUnjustified(mandate: Mandate, charge: AcquirerAttempt, { reason }: HistoryRow): string | null {
  if (reason !== 'limits_used_up') return null;
  return charge.chargeState === 'free' && !isWithinLimits(mandate, charge) ? null : 'it is within what was agreed to';
}
