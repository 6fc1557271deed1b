import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { FailureReason } from '../../../connectors/channels/port/failure-reasons.js';
import { NO_STEP } from '../../../connectors/channels/port/next-step.js';
import { AliasSubject } from '../aliases/alias-subject.js';
import { ALIAS_TRANSITIONS } from '../aliases/alias-transitions.js';
import type { AliasEndedBy } from '../aliases/payment-alias.entity.js';
import type { AttemptState } from '../attempts/attempt-transitions.js';
import { EndAttemptService } from '../attempts/outcome/end-attempt.service.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import type { LockedSubscription } from './lock-subscription.js';
import { SubscriptionSubject } from './subscription-subject.js';
import type { CancelledBy, SubscriptionStatus } from './subscription-transitions.js';

export interface Ending {
  to: Extract<SubscriptionStatus, `subscription_${'cancelled' | 'expired' | 'finished' | 'fraudulent'}`>;
  /** For the history. */
  why: string;
  /** Of one that is cancelled or fraudulent, with the reason that partners see. */
  by: CancelledBy | null;
  reason: string | null;
  /** Why the channel refused, where it did. */
  failure?: FailureReason;
  /** The channel has ended it by itself, or never heard of it: it need not be told. */
  channelKnows: boolean;
  /** What became of a first payment that is nothing but this consent. */
  attempt: Extract<AttemptState, 'failed' | 'canceled' | 'expired' | 'not_sent' | 'not_found'>;
}

/**
 * Ends a subscription, and its alias with it. Charges that are under way go on: what comes of them is theirs. The channel is told by a worker,
 * until it says that nobody can be charged any more.
 */
@Injectable()
export class EndSubscriptionService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly aliases: AliasSubject,
    private readonly subscriptions: SubscriptionSubject,
    private readonly attempts: EndAttemptService,
  ) {}

  /** One that is pending or active. */
  async within(locked: LockedSubscription, ending: Ending): Promise<void> {
    const { unit, row, subscription, alias } = locked;
    const { to, why, by, reason, failure = null, channelKnows } = ending;
    const wasPending = subscription.status === 'subscription_pending';
    await this.endAlias(locked, ending);
    const set = {
      cancelledBy: by,
      cancelledReason: reason,
      reason: failure,
      next: NO_STEP,
      askAt: channelKnows ? null : this.clock.now(),
      askCount: 0,
      dueAt: null,
    };
    await unit.move(this.subscriptions.with(alias), [subscription], { to, reason: why, set });
    // Of a payment of its own its channel speaks by itself; there is none where nothing is to be paid.
    if (!wasPending || row.amountMinor > 0) return;
    const attempt = await unit.tx.findOneByOrFail(PaymentAttempt, { reference: subscription.attemptReference });
    await this.attempts.run({ unit, row, attempt }, ending.attempt, failure, why);
  }

  private async endAlias({ unit, alias }: LockedSubscription, { to, why, by, reason, attempt }: Ending): Promise<void> {
    const ended = to === 'subscription_expired' ? 'alias_expired' : 'alias_unregistered';
    if (!ALIAS_TRANSITIONS.allows(alias.status, ended)) return;
    const endedBy = ended === 'alias_expired' ? 'time' : causeOf(by, attempt);
    await unit.move(this.aliases.alias, [alias], { to: ended, reason: why, set: { endedBy, reason } });
  }
}

function causeOf(by: CancelledBy | null, attempt: Ending['attempt']): AliasEndedBy {
  if (by === 'merchant') return 'partner';
  if (by === 'payer' || by === 'blik') return attempt === 'failed' ? 'payment' : 'channel';
  return 'gateway';
}
