import type { MandateResult, RevokedBy } from '../../../../connectors/acquirers/port/mandate.js';
import { type FailureReason, TICKET_CODE_OF } from '../../../../connectors/acquirers/port/failure-reasons.js';
import type { Closing } from '../close-subscription.service.js';
import type { CancelledBy } from '../subscription-transitions.js';

const CANCELLED_BY: Record<RevokedBy, CancelledBy> = { payer: 'payer', scheme: 'blik', merchant: 'merchant' };

/** Decline reasons that mean that the payer did not confirm the mandate in time. */
const TIMEOUT_REASONS: readonly FailureReason[] = ['payer_timeout', 'mandate_timeout'];

/** The acquirer reports that the mandate expired, or that the payer did not confirm it in time. */
export const EXPIRED_AT_ACQUIRER: Closing = {
  to: 'subscription_expired',
  historyReason: 'channel_expired',
  by: null,
  reason: null,
  endedAtAcquirer: true,
  attempt: 'expired',
};

/**
 * How a status update of the acquirer ends a subscription. Partners see a BLIK error code as the reason of a failure. As the reason of a
 * revocation they see the acquirer's own code, because BLIK has no error code for a revocation.
 */
export function endReportedByAcquirer(update: Extract<MandateResult, { outcome: 'revoked' | 'failed' }>): Closing {
  switch (update.outcome) {
    case 'revoked':
      return {
        to: 'subscription_cancelled',
        historyReason: `revoked_by_${update.by}`,
        by: CANCELLED_BY[update.by],
        reason: update.rawCode?.slice(0, MAX_REASON_CHARACTERS) ?? null,
        endedAtAcquirer: true,
        attempt: 'canceled',
      };
    case 'failed': {
      const { reason: failure } = update;
      const common = { historyReason: 'channel_failed', failure, endedAtAcquirer: true, attempt: 'failed' } as const;
      if (TIMEOUT_REASONS.includes(failure)) return { ...common, to: 'subscription_expired', by: null, reason: null };
      const by = failure === 'payer_declined' ? 'payer' : 'blik';
      return { ...common, to: 'subscription_cancelled', by, reason: TICKET_CODE_OF[failure] ?? TICKET_CODE_OF.other };
    }
  }
}

/** The request for the mandate never reached the acquirer. */
export const NEVER_SENT: Closing = {
  to: 'subscription_cancelled',
  historyReason: 'channel_not_reached',
  by: 'system',
  reason: 'channel_not_reached',
  endedAtAcquirer: true,
  attempt: 'not_sent',
};

export const UNKNOWN_TO_ACQUIRER: Closing = {
  ...NEVER_SENT,
  historyReason: 'channel_does_not_know_it',
  reason: 'channel_does_not_know_it',
  attempt: 'not_found',
};

/** A constraint of the database limits `cancelled_reason` to this length. */
const MAX_REASON_CHARACTERS = 64;
