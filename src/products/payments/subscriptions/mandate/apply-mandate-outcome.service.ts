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

/** What a channel says of a mandate. How much "not found" is worth depends on when the channel was polled. */
export type MandateUpdate = MandateResult | NotSent | (NotFound & { polledAt: Date });

/**
 * Applies a channel's status report about a mandate, whichever way it came: as the answer to its registration or to a poll, or as a report. Any
 * order, repetition and contradiction end in the same state, because the rows are locked first and no state goes back. A mandate that ended here
 * and is active at the channel is revoked there.
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

  /** @param received the report, if it came as one and not as an answer to a call. @returns the subscription afterwards. */
  async run(key: SubscriptionKey, report: MandateUpdate, received?: ReceivedCallback): Promise<PaymentSubscription> {
    const { subscription } = await this.transactions.run(key.id, received, async (unit) => {
      const locked = await lockSubscription(unit, this.payments, key);
      const { subscription } = locked;
      const { id: subscriptionId, attemptReference } = subscription;
      return { effect: await this.apply(locked, report), attemptReference, subscriptionId, subscription };
    });
    return subscription;
  }

  private async apply(locked: LockedSubscription, report: MandateUpdate): Promise<AttemptEffect> {
    const { status } = locked.subscription;
    if (report.outcome !== 'not_sent' && report.outcome !== 'not_found')
      await SUBSCRIPTIONS.remember(locked.unit.tx, locked.subscription, report);
    if (status === 'subscription_pending') return this.applyToPending(locked, report);
    return status === 'subscription_active' ? this.applyToActive(locked, report) : this.applyToEnded(locked, report);
  }

  private async applyToPending(locked: LockedSubscription, report: MandateUpdate): Promise<AttemptEffect> {
    switch (report.outcome) {
      case 'unknown':
        return 'no_news';
      case 'pending':
        return this.begun(locked, report);
      case 'active':
        await this.activate.within(locked);
        return 'applied';
      case 'not_sent':
        await this.close.within(locked, NEVER_SENT);
        await this.neverLeft(locked);
        return 'applied';
      case 'not_found':
        if (!this.isBelieved(locked.subscription, report.polledAt)) return 'no_news';
        await this.close.within(locked, UNKNOWN_TO_ACQUIRER);
        return 'applied';
      case 'expired':
        await this.close.within(locked, EXPIRED_AT_ACQUIRER);
        return 'applied';
      default:
        await this.close.within(locked, endReportedByAcquirer(report));
        if (report.outcome === 'failed') await this.refused(locked, report.reason);
        return 'applied';
    }
  }

  private async applyToActive(locked: LockedSubscription, report: MandateUpdate): Promise<AttemptEffect> {
    switch (report.outcome) {
      case 'revoked':
        await this.close.within(locked, endReportedByAcquirer(report));
        return 'applied';
      case 'expired':
        await this.close.within(locked, EXPIRED_AT_ACQUIRER);
        return 'applied';
      case 'active':
        await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, { nextPollAt: null, pollCount: 0 });
        return 'duplicate';
      // It was active once, so "refused" contradicts that and does not end it: a later charge would show. Another poll would say the same.
      case 'failed':
        await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, { nextPollAt: null, pollCount: 0 });
        return 'too_late';
      default:
        return 'no_news';
    }
  }

  private async applyToEnded(locked: LockedSubscription, report: MandateUpdate): Promise<AttemptEffect> {
    switch (report.outcome) {
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

  /** The channel knows it, and the payer has to agree. The answer to a poll does not always repeat what the payer has to do. */
  private async begun(locked: LockedSubscription, { next }: MandateResult): Promise<AttemptEffect> {
    if (next.kind !== 'none') await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, { next });
    const first = await firstAttempt(locked);
    if (first.attempt.state !== 'sent') return next.kind === 'none' ? 'no_news' : 'applied';
    return this.attempts.within(first, { ...SAYS_NOTHING_ELSE, outcome: 'pending', next });
  }

  /** The first attempt was not sent either, and the code does not count. */
  private async neverLeft(locked: LockedSubscription): Promise<void> {
    const { unit, row } = locked;
    await this.attempts.within(await firstAttempt(locked), { outcome: 'not_sent' });
    await unit.tx.update(PaymentTransaction, { id: row.id }, { codeCount: Math.max(0, row.codeCount - 1) });
  }

  /** The first attempt is refused with its mandate, unless the channel has begun it and reports it by itself. */
  private async refused(locked: LockedSubscription, reason: FailureReason): Promise<void> {
    const first = await firstAttempt(locked);
    if (first.attempt.state === 'sent') await this.attempts.within(first, { ...SAYS_NOTHING_ELSE, outcome: 'failed', reason });
  }

  private isBelieved({ createdAt }: PaymentSubscription, polledAt: Date): boolean {
    return this.schedule.notFoundIsBelieved({ state: 'sent', startedAt: createdAt, updatedAt: createdAt }, polledAt);
  }
}

async function firstAttempt({ unit, row, subscription }: LockedSubscription): Promise<LockedAttempt> {
  return { unit, row, attempt: await unit.tx.findOneByOrFail(PaymentAttempt, { reference: subscription.attemptReference }) };
}

const SAYS_NOTHING_ELSE = { providerRef: null, data: null, next: NO_STEP, submission: null, rawCode: null, money: null } as const;
