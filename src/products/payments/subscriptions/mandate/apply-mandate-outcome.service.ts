import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { NotFound, NotSent } from '../../../../connectors/acquirers/port/attempt.js';
import type { MandateResult } from '../../../../connectors/acquirers/port/mandate.js';
import type { FailureReason } from '../../../../connectors/acquirers/port/failure-reasons.js';
import { NO_STEP } from '../../../../connectors/acquirers/port/next-step.js';
import { ApplyAttemptOutcomeService } from '../../attempts/outcome/apply-attempt-outcome.service.js';
import type { AttemptEffect } from '../../acquirers/attempt-effect.js';
import { NO_POLLS } from '../../acquirers/acquirer-object.js';
import { AttemptPollSchedule } from '../../acquirers/attempt-poll-schedule.js';
import type { LockedAttempt } from '../../attempts/lock-attempt.js';
import { PaymentAttempt } from '../../attempts/payment-attempt.entity.js';
import { PaymentTransaction } from '../../transactions/payment-transaction.entity.js';
import { OutcomeTransactions } from '../../acquirers/outcome-transactions.js';
import type { ReceivedCallback } from '../../acquirers/callback-log.js';
import { type SubscriptionKey, SUBSCRIPTIONS } from '../acquirer-subscriptions.js';
import { ActivateSubscriptionService } from './activate-subscription.service.js';
import { EXPIRED_AT_ACQUIRER, endReportedByAcquirer, UNKNOWN_TO_ACQUIRER, NEVER_SENT } from './mandate-end.js';
import { CloseSubscriptionService } from '../close-subscription.service.js';
import { type LockedSubscription, lockSubscription } from '../lock-subscription.js';
import type { PaymentSubscription } from '../payment-subscription.entity.js';

/** A status update about a mandate. Whether "not found" is believed depends on the time of the poll. */
export type MandateUpdate = MandateResult | NotSent | (NotFound & { polledAt: Date });

/**
 * Applies a status update about a mandate: the response to its registration or to a poll, or a callback. Updates may come in any order,
 * repeatedly or in conflict: the final state is the same, because the rows are locked first and no state change is undone. If the
 * subscription has ended and the mandate is still active at the acquirer, the mandate is revoked there.
 */
@Injectable()
export class ApplyMandateOutcomeService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly schedule: AttemptPollSchedule,
    private readonly applyAttemptOutcome: ApplyAttemptOutcomeService,
    private readonly activateSubscription: ActivateSubscriptionService,
    private readonly closeSubscription: CloseSubscriptionService,
  ) {}

  /**
   * @param callback the callback that contained the update; undefined for a response or a poll.
   * @returns the subscription after the update.
   */
  async run(key: SubscriptionKey, update: MandateUpdate, callback?: ReceivedCallback): Promise<PaymentSubscription> {
    const { subscription } = await this.transactions.run(key.id, callback, async (unit) => {
      const locked = await lockSubscription(unit, key);
      const { subscription } = locked;
      const { id: subscriptionId, attemptReference } = subscription;
      return { effect: await this.apply(locked, update), attemptReference, subscriptionId, subscription };
    });
    return subscription;
  }

  private async apply(locked: LockedSubscription, update: MandateUpdate): Promise<AttemptEffect> {
    const { status } = locked.subscription;
    if (update.outcome !== 'not_sent' && update.outcome !== 'not_found')
      await SUBSCRIPTIONS.storeResult(locked.unit.tx, locked.subscription, update);
    if (status === 'subscription_pending') return this.applyToPending(locked, update);
    return status === 'subscription_active' ? this.applyToActive(locked, update) : this.applyToEnded(locked, update);
  }

  private async applyToPending(locked: LockedSubscription, update: MandateUpdate): Promise<AttemptEffect> {
    switch (update.outcome) {
      case 'unknown':
        return 'no_news';
      case 'pending':
        return this.markPending(locked, update);
      case 'active':
        await this.activateSubscription.activateLocked(locked);
        return 'applied';
      case 'not_sent':
        await this.closeSubscription.closeLocked(locked, NEVER_SENT);
        await this.closeNeverSent(locked);
        return 'applied';
      case 'not_found':
        if (!this.isNotFoundBelieved(locked.subscription, update.polledAt)) return 'no_news';
        await this.closeSubscription.closeLocked(locked, UNKNOWN_TO_ACQUIRER);
        return 'applied';
      case 'expired':
        await this.closeSubscription.closeLocked(locked, EXPIRED_AT_ACQUIRER);
        return 'applied';
      default:
        await this.closeSubscription.closeLocked(locked, endReportedByAcquirer(update));
        if (update.outcome === 'failed') await this.failFirstAttempt(locked, update.reason);
        return 'applied';
    }
  }

  private async applyToActive(locked: LockedSubscription, update: MandateUpdate): Promise<AttemptEffect> {
    switch (update.outcome) {
      case 'revoked':
        await this.closeSubscription.closeLocked(locked, endReportedByAcquirer(update));
        return 'applied';
      case 'expired':
        await this.closeSubscription.closeLocked(locked, EXPIRED_AT_ACQUIRER);
        return 'applied';
      case 'active':
        await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, NO_POLLS);
        return 'duplicate';
      // The mandate was active before, so "failed" is a conflict and does not end the subscription. A later charge shows whether the
      // mandate is active. Polling stops, because another poll would return the same.
      case 'failed':
        await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, NO_POLLS);
        return 'too_late';
      default:
        return 'no_news';
    }
  }

  private async applyToEnded(locked: LockedSubscription, update: MandateUpdate): Promise<AttemptEffect> {
    switch (update.outcome) {
      case 'active':
        if (locked.subscription.nextPollAt === null)
          await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, { nextPollAt: this.clock.now(), pollCount: 0 });
        return 'too_late';
      case 'revoked':
      case 'expired':
      case 'failed':
      case 'not_found':
        await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, NO_POLLS);
        return 'duplicate';
      default:
        return 'no_news';
    }
  }

  /** The acquirer has the mandate, and the payer has to confirm it. The response to a poll does not always repeat the next step. */
  private async markPending(locked: LockedSubscription, { next }: MandateResult): Promise<AttemptEffect> {
    if (next.kind !== 'none') await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, { next });
    const firstAttempt = await readFirstAttempt(locked);
    if (firstAttempt.attempt.state !== 'sent') return next.kind === 'none' ? 'no_news' : 'applied';
    return this.applyAttemptOutcome.applyToLocked(firstAttempt, { ...NO_DETAILS, outcome: 'pending', next });
  }

  /** The first attempt was not sent either, and its BLIK code does not count. */
  private async closeNeverSent(locked: LockedSubscription): Promise<void> {
    const { unit, row } = locked;
    await this.applyAttemptOutcome.applyToLocked(await readFirstAttempt(locked), { outcome: 'not_sent' });
    await unit.tx.update(PaymentTransaction, { id: row.id }, { codeCount: Math.max(0, row.codeCount - 1) });
  }

  /** The first attempt fails with its mandate, unless the acquirer has accepted the attempt, which then gets its own status updates. */
  private async failFirstAttempt(locked: LockedSubscription, reason: FailureReason): Promise<void> {
    const firstAttempt = await readFirstAttempt(locked);
    if (firstAttempt.attempt.state === 'sent')
      await this.applyAttemptOutcome.applyToLocked(firstAttempt, { ...NO_DETAILS, outcome: 'failed', reason });
  }

  private isNotFoundBelieved({ createdAt }: PaymentSubscription, polledAt: Date): boolean {
    return this.schedule.isNotFoundDefinite({ state: 'sent', startedAt: createdAt, updatedAt: createdAt }, polledAt);
  }
}

async function readFirstAttempt({ unit, row, subscription }: LockedSubscription): Promise<LockedAttempt> {
  return { unit, row, attempt: await unit.tx.findOneByOrFail(PaymentAttempt, { reference: subscription.attemptReference }) };
}

const NO_DETAILS = { providerRef: null, data: null, next: NO_STEP, submission: null, rawCode: null, money: null } as const;
