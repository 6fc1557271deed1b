import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { FailureReason } from '../../../connectors/acquirers/port/failure-reasons.js';
import { NO_STEP } from '../../../connectors/acquirers/port/next-step.js';
import { AliasSubject } from '../aliases/alias-subject.js';
import { ALIAS_TRANSITIONS } from '../aliases/alias-transitions.js';
import type { AliasClosedBy } from '../aliases/payment-alias.entity.js';
import type { AttemptState } from '../attempts/attempt-transitions.js';
import { CloseUnpaidAttemptService } from '../attempts/outcome/close-unpaid-attempt.service.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import type { LockedSubscription } from './lock-subscription.js';
import { SubscriptionSubject } from './subscription-subject.js';
import type { CancelledBy, SubscriptionStatus } from './subscription-transitions.js';

export interface Closing {
  to: Extract<SubscriptionStatus, `subscription_${'cancelled' | 'expired' | 'finished' | 'fraudulent'}`>;
  /** Reason in the state history. */
  historyReason: string;
  /** Who cancelled the subscription, and the reason that partners see. */
  by: CancelledBy | null;
  reason: string | null;
  /** Decline reason, if the acquirer declined the mandate. */
  failure?: FailureReason;
  /** The acquirer ended the mandate or never had it, so it need not be revoked. */
  endedAtAcquirer: boolean;
  /**
   * Final state of the first attempt. The attempt gets this state when a pending subscription with a setup payment ends. `failed` also
   * means that the mandate was declined, see `aliasClosedBy`.
   */
  attempt: Extract<AttemptState, 'failed' | 'canceled' | 'expired' | 'not_sent' | 'not_found'>;
}

/**
 * Ends a pending or active subscription together with its alias. Pending charges go on. A worker requests the revocation of the mandate
 * from the acquirer until the acquirer confirms it.
 */
@Injectable()
export class CloseSubscriptionService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly aliases: AliasSubject,
    private readonly subscriptions: SubscriptionSubject,
    private readonly attempts: CloseUnpaidAttemptService,
  ) {}

  async within(locked: LockedSubscription, closing: Closing): Promise<void> {
    const { unit, row, subscription, alias } = locked;
    const { to, historyReason, by, reason, failure = null, endedAtAcquirer } = closing;
    const wasPending = subscription.status === 'subscription_pending';
    await this.closeAlias(locked, closing);
    const set = {
      cancelledBy: by,
      cancelledReason: reason,
      reason: failure,
      next: NO_STEP,
      nextPollAt: endedAtAcquirer ? null : this.clock.now(),
      pollCount: 0,
      dueAt: null,
    };
    await unit.move(this.subscriptions.subjectWith(alias), [subscription], { to, reason: historyReason, set });
    // A first payment with an amount gets its own status updates. A setup payment ends with its mandate.
    if (!wasPending || row.amountMinor > 0) return;
    const attempt = await unit.tx.findOneByOrFail(PaymentAttempt, { reference: subscription.attemptReference });
    await this.attempts.run({ unit, row, attempt }, closing.attempt, failure, historyReason);
  }

  private async closeAlias({ unit, alias }: LockedSubscription, closing: Closing): Promise<void> {
    const { to, historyReason, reason } = closing;
    const aliasStatus = to === 'subscription_expired' ? 'alias_expired' : 'alias_unregistered';
    if (!ALIAS_TRANSITIONS.allows(alias.status, aliasStatus)) return;
    const closedBy = aliasStatus === 'alias_expired' ? 'time' : aliasClosedBy(closing);
    await unit.move(this.aliases.alias, [alias], { to: aliasStatus, reason: historyReason, set: { closedBy, reason } });
  }
}

/**
 * Who closed the alias. `partner`: the partner ended the subscription. `payment`: the acquirer or the payer declined the mandate.
 * `channel`: the mandate was ended at the acquirer. `gateway`: in all other cases, also when the payer ended the subscription on a page of
 * the gateway.
 */
function aliasClosedBy({ by, attempt, endedAtAcquirer }: Closing): AliasClosedBy {
  if (by === 'merchant') return 'partner';
  if (endedAtAcquirer && (by === 'payer' || by === 'blik')) return attempt === 'failed' ? 'payment' : 'channel';
  return 'gateway';
}
