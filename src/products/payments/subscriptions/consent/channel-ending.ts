import type { ConsentResult, RevokedBy } from '../../../../connectors/channels/port/consent.js';
import { type FailureReason, TICKET_CODE_OF } from '../../../../connectors/channels/port/failure-reasons.js';
import type { Ending } from '../end-subscription.service.js';
import type { CancelledBy } from '../subscription-transitions.js';

const CANCELLED_BY: Record<RevokedBy, CancelledBy> = { payer: 'payer', scheme: 'blik', merchant: 'merchant' };

/** The payer had the question and did not answer it. */
const NOT_IN_TIME: readonly FailureReason[] = ['payer_timeout', 'mandate_timeout'];

/** The channel says that its time is over, or that nobody agreed in time. */
export const CHANNEL_EXPIRED: Ending = {
  to: 'subscription_expired',
  why: 'channel_expired',
  by: null,
  reason: null,
  channelKnows: true,
  attempt: 'expired',
};

/**
 * How a subscription ends by the channel's word. What partners see as the reason is the ticket code of a refusal, and of an ending that
 * somebody wanted what the channel calls it: no ticket code says that.
 */
export function channelEnding(word: Extract<ConsentResult, { outcome: 'revoked' | 'failed' }>): Ending {
  switch (word.outcome) {
    case 'revoked':
      return {
        to: 'subscription_cancelled',
        why: `revoked_by_${word.by}`,
        by: CANCELLED_BY[word.by],
        reason: word.rawCode?.slice(0, MOST_REASON) ?? null,
        channelKnows: true,
        attempt: 'canceled',
      };
    case 'failed': {
      const { reason: failure } = word;
      const ended = { why: 'channel_failed', failure, channelKnows: true, attempt: 'failed' } as const;
      if (NOT_IN_TIME.includes(failure)) return { ...ended, to: 'subscription_expired', by: null, reason: null };
      const by = failure === 'payer_declined' ? 'payer' : 'blik';
      return { ...ended, to: 'subscription_cancelled', by, reason: TICKET_CODE_OF[failure] ?? TICKET_CODE_OF.other };
    }
  }
}

/** Nobody has seen it. */
export const NEVER_SENT: Ending = {
  to: 'subscription_cancelled',
  why: 'channel_not_reached',
  by: 'system',
  reason: 'channel_not_reached',
  channelKnows: true,
  attempt: 'not_sent',
};

export const NEVER_HEARD_OF: Ending = {
  ...NEVER_SENT,
  why: 'channel_does_not_know_it',
  reason: 'channel_does_not_know_it',
  attempt: 'not_found',
};

const MOST_REASON = 64;
