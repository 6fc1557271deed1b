import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { NotFound, NotSent } from '../../../../connectors/acquirers/port/attempt.js';
import type { MandateResult } from '../../../../connectors/acquirers/port/mandate.js';
import type { FailureReason } from '../../../../connectors/acquirers/port/failure-reasons.js';
import { NO_STEP } from '../../../../connectors/acquirers/port/next-step.js';
import { ApplyAttemptOutcomeService } from '../../attempts/outcome/apply-attempt-outcome.service.js';
import type { AttemptEffect } from '../../acquirers/attempt-effect.js';
import { AttemptPollSchedule } from '../../acquirers/attempt-poll-schedule.js';
import type { LockedAttempt } from '../../attempts/lock-attempt.js';
import { PaymentAttempt } from '../../attempts/payment-attempt.entity.js';
import { PaymentTransaction } from '../../transactions/payment-transaction.entity.js';
import { PaymentSubjects } from '../../attempts/payment-subjects.js';
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
 * Applies a status update about a mandate: the response to its registration or to a poll, or a callback. Any order, repetition and conflict of
 * updates end in the same state, because the rows are locked first and no state goes back. If the subscription has ended and the mandate is still
 * active at the acquirer, the mandate is revoked there.
 */
@Injectable()
export class ApplyMandateOutcomeService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly payments: PaymentSubjects,
    private readonly schedule: AttemptPollSchedule,
    private readonly attempts: ApplyAttemptOutcomeService,
    private readonly activate: ActivateSubscriptionService,
    private readonly close: CloseSubscriptionService,
  ) {}

  /** @param received the callback that brought the update; none for the response to a call. @returns the subscription after the update. */
  async run(key: SubscriptionKey, update: MandateUpdate, received?: ReceivedCallback): Promise<PaymentSubscription> {
    const { subscription } = await this.transactions.run(key.id, received, async (unit) => {
      const locked = await lockSubscription(unit, this.payments, key);
      const { subscription } = locked;
      const { id: subscriptionId, attemptReference } = subscription;
      return { effect: await this.apply(locked, update), attemptReference, subscriptionId, subscription };
    });
    return subscription;
  }

  private async apply(locked: LockedSubscription, update: MandateUpdate): Promise<AttemptEffect> {
    const { status } = locked.subscription;
    if (update.outcome !== 'not_sent' && update.outcome !== 'not_found')
      await SUBSCRIPTIONS.remember(locked.unit.tx, locked.subscription, update);
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
        await this.activate.within(locked);
        return 'applied';
      case 'not_sent':
        await this.close.within(locked, NEVER_SENT);
        await this.closeNeverSent(locked);
        return 'applied';
      case 'not_found':
        if (!this.isBelieved(locked.subscription, update.polledAt)) return 'no_news';
        await this.close.within(locked, UNKNOWN_TO_ACQUIRER);
        return 'applied';
      case 'expired':
        await this.close.within(locked, EXPIRED_AT_ACQUIRER);
        return 'applied';
      default:
        await this.close.within(locked, endReportedByAcquirer(update));
        if (update.outcome === 'failed') await this.failFirstAttempt(locked, update.reason);
        return 'applied';
    }
  }

  private async applyToActive(locked: LockedSubscription, update: MandateUpdate): Promise<AttemptEffect> {
    switch (update.outcome) {
      case 'revoked':
        await this.close.within(locked, endReportedByAcquirer(update));
        return 'applied';
      case 'expired':
        await this.close.within(locked, EXPIRED_AT_ACQUIRER);
        return 'applied';
      case 'active':
        await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, { nextPollAt: null, pollCount: 0 });
        return 'duplicate';
      // The mandate was active before, so "failed" contradicts that and does not end the subscription. A later charge shows which is true. Polling
      // stops, because another poll would return the same.
      case 'failed':
        await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, { nextPollAt: null, pollCount: 0 });
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
        await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, { nextPollAt: null, pollCount: 0 });
        return 'duplicate';
      default:
        return 'no_news';
    }
  }

  /** The acquirer has the mandate, and the payer has to confirm it. The response to a poll does not always repeat the next step. */
  private async markPending(locked: LockedSubscription, { next }: MandateResult): Promise<AttemptEffect> {
    if (next.kind !== 'none') await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, { next });
    const first = await firstAttempt(locked);
    if (first.attempt.state !== 'sent') return next.kind === 'none' ? 'no_news' : 'applied';
    return this.attempts.within(first, { ...NO_DETAILS, outcome: 'pending', next });
  }

  /** The first attempt was not sent either, and its BLIK code does not count. */
  private async closeNeverSent(locked: LockedSubscription): Promise<void> {
    const { unit, row } = locked;
    await this.attempts.within(await firstAttempt(locked), { outcome: 'not_sent' });
    await unit.tx.update(PaymentTransaction, { id: row.id }, { codeCount: Math.max(0, row.codeCount - 1) });
  }

  /** The first attempt fails with its mandate, unless the acquirer has accepted the attempt, which then gets its own status updates. */
  private async failFirstAttempt(locked: LockedSubscription, reason: FailureReason): Promise<void> {
    const first = await firstAttempt(locked);
    if (first.attempt.state === 'sent') await this.attempts.within(first, { ...NO_DETAILS, outcome: 'failed', reason });
  }

  private isBelieved({ createdAt }: PaymentSubscription, polledAt: Date): boolean {
    return this.schedule.notFoundIsBelieved({ state: 'sent', startedAt: createdAt, updatedAt: createdAt }, polledAt);
  }
}

async function firstAttempt({ unit, row, subscription }: LockedSubscription): Promise<LockedAttempt> {
  return { unit, row, attempt: await unit.tx.findOneByOrFail(PaymentAttempt, { reference: subscription.attemptReference }) };
}

const NO_DETAILS = { providerRef: null, data: null, next: NO_STEP, submission: null, rawCode: null, money: null } as const;
