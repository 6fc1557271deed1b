import type { MandateResult, RevokedBy } from '../../../../connectors/acquirers/port/mandate.js';
import { type FailureReason, BLIK_ERROR_CODE_OF } from '../../../../connectors/acquirers/port/failure-reasons.js';
import type { SubscriptionEnd } from '../close-subscription.service.js';
import type { CancelledBy } from '../states.js';

const CANCELLED_BY: Record<RevokedBy, CancelledBy> = { payer: 'payer', scheme: 'blik', merchant: 'merchant' };

/** Decline reasons that mean that the payer did not confirm the mandate in time. */
const TIMEOUT_REASONS: readonly FailureReason[] = ['payer_timeout', 'mandate_timeout'];

/** The acquirer reports that the mandate expired, or that the payer did not confirm it in time. */
const EXPIRED_AT_ACQUIRER: SubscriptionEnd = {
  status: 'subscription_expired',
  historyReason: 'channel_expired',
  cancelledBy: null,
  cancelledReason: null,
  nothingToRevoke: true,
  attemptState: 'expired',
};

/**
 * How a status update of the acquirer ends a subscription. Partners see a BLIK error code as the reason of a failure. As the reason of a
 * revocation they see the acquirer's own code, because BLIK has no error code for a revocation.
 */
export function endReportedByAcquirer(update: MandateResult & { outcome: 'revoked' | 'expired' | 'failed' }): SubscriptionEnd {
  switch (update.outcome) {
    case 'revoked':
      return {
        status: 'subscription_cancelled',
        historyReason: `revoked_by_${update.by}`,
        cancelledBy: CANCELLED_BY[update.by],
        cancelledReason: update.rawCode?.slice(0, MAX_REASON_CHARACTERS) ?? null,
        nothingToRevoke: true,
        attemptState: 'canceled',
      };
    case 'expired':
      return EXPIRED_AT_ACQUIRER;
    case 'failed': {
      const { reason: failure } = update;
      const common = { historyReason: 'channel_failed', failureReason: failure, nothingToRevoke: true, attemptState: 'failed' } as const;
      if (TIMEOUT_REASONS.includes(failure)) return { ...common, status: 'subscription_expired', cancelledBy: null, cancelledReason: null };
      const cancelledBy = failure === 'payer_declined' ? 'payer' : 'blik';
      return {
        ...common,
        status: 'subscription_cancelled',
        cancelledBy,
        cancelledReason: BLIK_ERROR_CODE_OF[failure] ?? BLIK_ERROR_CODE_OF.other,
      };
    }
  }
}

/** The request for the mandate never reached the acquirer. */
export const NEVER_SENT: SubscriptionEnd = {
  status: 'subscription_cancelled',
  historyReason: 'channel_not_reached',
  cancelledBy: 'system',
  cancelledReason: 'channel_not_reached',
  nothingToRevoke: true,
  attemptState: 'not_sent',
};

export const UNKNOWN_TO_ACQUIRER: SubscriptionEnd = {
  ...NEVER_SENT,
  historyReason: 'channel_does_not_know_it',
  cancelledReason: 'channel_does_not_know_it',
  attemptState: 'not_found',
};

/** A constraint of the database limits `cancelled_reason` to this length. */
const MAX_REASON_CHARACTERS = 64;
