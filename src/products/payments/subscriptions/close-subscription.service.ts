import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { FailureReason } from '../../../connectors/acquirers/port/failure-reasons.js';
import { NO_STEP } from '../../../connectors/acquirers/port/next-step.js';
import { ALIAS } from '../blik-aliases/alias-subject.js';
import { ALIAS_TRANSITIONS } from '../blik-aliases/states.js';
import type { AliasClosedBy } from '../blik-aliases/payment-alias.entity.js';
import type { AttemptState } from '../attempts/states.js';
import { CloseUnpaidAttemptService } from '../attempts/outcome/close-unpaid-attempt.service.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import type { LockedSubscription } from './lock-subscription.js';
import { subscriptionSubject } from './subscription-subject.js';
import type { CancelledBy, SubscriptionStatus } from './states.js';

export interface SubscriptionEnd {
  status: Extract<SubscriptionStatus, `subscription_${'cancelled' | 'expired' | 'finished' | 'fraudulent'}`>;
  /** Reason in the state history. */
  historyReason: string;
  /** Who cancelled the subscription, and the reason that partners see. */
  cancelledBy: CancelledBy | null;
  cancelledReason: string | null;
  /** Decline reason, if the acquirer declined the mandate. */
  failureReason?: FailureReason;
  /** The acquirer ended the mandate or never had it, so it need not be revoked. */
  nothingToRevoke: boolean;
  /**
   * Final state of the first attempt. The attempt gets this state when a pending subscription with a setup payment ends. `failed` also
   * means that the mandate was declined, see `aliasClosedBy`.
   */
  attemptState: Extract<AttemptState, 'failed' | 'canceled' | 'expired' | 'not_sent' | 'not_found'>;
}

/**
 * Ends a pending or active subscription together with its alias. Pending charges go on. A worker requests the revocation of the mandate
 * from the acquirer until the acquirer confirms it.
 */
@Injectable()
export class CloseSubscriptionService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly attempts: CloseUnpaidAttemptService,
  ) {}

  async closeLocked(locked: LockedSubscription, closing: SubscriptionEnd): Promise<void> {
    const { unit, row, subscription, alias } = locked;
    const { status, historyReason, cancelledBy, cancelledReason, failureReason = null, nothingToRevoke } = closing;
    const wasPending = subscription.status === 'subscription_pending';
    await this.closeAlias(locked, closing);
    const set = {
      cancelledBy,
      cancelledReason,
      reason: failureReason,
      next: NO_STEP,
      nextPollAt: nothingToRevoke ? null : this.clock.now(),
      pollCount: 0,
      dueAt: null,
    };
    await unit.move(subscriptionSubject(alias), [subscription], { to: status, reason: historyReason, set });
    // A first payment with an amount gets its own status updates. A setup payment ends with its mandate.
    if (!wasPending || row.amountMinor > 0) return;
    const attempt = await unit.tx.findOneByOrFail(PaymentAttempt, { reference: subscription.attemptReference });
    await this.attempts.run({ unit, row, attempt }, closing.attemptState, failureReason, historyReason);
  }

  private async closeAlias({ unit, alias }: LockedSubscription, closing: SubscriptionEnd): Promise<void> {
    const { status, historyReason, cancelledReason } = closing;
    const aliasStatus = status === 'subscription_expired' ? 'alias_expired' : 'alias_unregistered';
    if (!ALIAS_TRANSITIONS.allows(alias.status, aliasStatus)) return;
    const closedBy = aliasStatus === 'alias_expired' ? 'time' : aliasClosedBy(closing);
    await unit.move(ALIAS, [alias], { to: aliasStatus, reason: historyReason, set: { closedBy, reason: cancelledReason } });
  }
}

/**
 * Who closed the alias. `partner`: the partner ended the subscription. `payment`: the acquirer or the payer declined the mandate.
 * `channel`: the mandate was ended at the acquirer. `gateway`: in all other cases, also when the payer ended the subscription on a page of
 * the gateway.
 */
function aliasClosedBy({ cancelledBy, attemptState, nothingToRevoke }: SubscriptionEnd): AliasClosedBy {
  if (cancelledBy === 'merchant') return 'partner';
  if (nothingToRevoke && (cancelledBy === 'payer' || cancelledBy === 'blik')) return attemptState === 'failed' ? 'payment' : 'channel';
  return 'gateway';
}
