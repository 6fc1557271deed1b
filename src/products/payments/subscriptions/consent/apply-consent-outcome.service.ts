import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { NotFound, NotSent } from '../../../../connectors/channels/port/attempt.js';
import type { ConsentResult } from '../../../../connectors/channels/port/consent.js';
import type { FailureReason } from '../../../../connectors/channels/port/failure-reasons.js';
import { NO_STEP } from '../../../../connectors/channels/port/next-step.js';
import { ApplyAttemptOutcomeService } from '../../attempts/outcome/apply-attempt-outcome.service.js';
import type { AttemptEffect } from '../../at-channel/attempt-effect.js';
import { AttemptAskSchedule } from '../../at-channel/ask-schedule.js';
import type { LockedAttempt } from '../../attempts/lock-attempt.js';
import { PaymentAttempt } from '../../attempts/payment-attempt.entity.js';
import { PaymentTransaction } from '../../transactions/payment-transaction.entity.js';
import { PaymentSubjects } from '../../attempts/payment-subjects.js';
import { OutcomeTransactions } from '../../at-channel/outcome-transactions.js';
import type { ReceivedReport } from '../../at-channel/report-log.js';
import { type SubscriptionKey, SUBSCRIPTIONS } from '../acquirer-subscriptions.js';
import { ActivateSubscriptionService } from './activate-subscription.service.js';
import { CHANNEL_EXPIRED, channelEnding, NEVER_HEARD_OF, NEVER_SENT } from './channel-ending.js';
import { EndSubscriptionService } from '../end-subscription.service.js';
import { type LockedSubscription, lockSubscription } from '../lock-subscription.js';
import type { PaymentSubscription } from '../payment-subscription.entity.js';

/** What a channel says. Its not knowing a consent is worth what it was when it was asked. */
export type ConsentWord = ConsentResult | NotSent | (NotFound & { askedAt: Date });

/**
 * Applies a channel's word about a consent, whichever way it came: as the answer to its registration, on being asked, or as a report. Any order,
 * any repetition and any contradiction end in the same state, because the rows are locked first and no state goes back. A consent that the
 * channel calls active after it has ended here is revoked there.
 */
@Injectable()
export class ApplyConsentOutcomeService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly payments: PaymentSubjects,
    private readonly schedule: AttemptAskSchedule,
    private readonly attempts: ApplyAttemptOutcomeService,
    private readonly activate: ActivateSubscriptionService,
    private readonly end: EndSubscriptionService,
  ) {}

  /** @param report that said it, where it is no answer. @returns the subscription as it is then. */
  async run(key: SubscriptionKey, word: ConsentWord, report?: ReceivedReport): Promise<PaymentSubscription> {
    const { subscription } = await this.transactions.run(key.id, report, async (unit) => {
      const locked = await lockSubscription(unit, this.payments, key);
      const { subscription } = locked;
      const { id: subscriptionId, attemptReference } = subscription;
      return { effect: await this.apply(locked, word), attemptReference, subscriptionId, subscription };
    });
    return subscription;
  }

  private async apply(locked: LockedSubscription, word: ConsentWord): Promise<AttemptEffect> {
    const { status } = locked.subscription;
    if (word.outcome !== 'not_sent' && word.outcome !== 'not_found')
      await SUBSCRIPTIONS.remember(locked.unit.tx, locked.subscription, word);
    if (status === 'subscription_pending') return this.applyToPending(locked, word);
    return status === 'subscription_active' ? this.applyToActive(locked, word) : this.applyToEnded(locked, word);
  }

  private async applyToPending(locked: LockedSubscription, word: ConsentWord): Promise<AttemptEffect> {
    switch (word.outcome) {
      case 'unknown':
        return 'no_news';
      case 'pending':
        return this.begun(locked, word);
      case 'active':
        await this.activate.within(locked);
        return 'applied';
      case 'not_sent':
        await this.end.within(locked, NEVER_SENT);
        await this.neverLeft(locked);
        return 'applied';
      case 'not_found':
        if (!this.isBelieved(locked.subscription, word.askedAt)) return 'no_news';
        await this.end.within(locked, NEVER_HEARD_OF);
        return 'applied';
      case 'expired':
        await this.end.within(locked, CHANNEL_EXPIRED);
        return 'applied';
      default:
        await this.end.within(locked, channelEnding(word));
        if (word.outcome === 'failed') await this.refused(locked, word.reason);
        return 'applied';
    }
  }

  private async applyToActive(locked: LockedSubscription, word: ConsentWord): Promise<AttemptEffect> {
    switch (word.outcome) {
      case 'revoked':
        await this.end.within(locked, channelEnding(word));
        return 'applied';
      case 'expired':
        await this.end.within(locked, CHANNEL_EXPIRED);
        return 'applied';
      case 'active':
        await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, { askAt: null, askCount: 0 });
        return 'duplicate';
      // It was agreed to, and that it was not is no way to end it: a later charge would tell. Asked again, it would be said again.
      case 'failed':
        await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, { askAt: null, askCount: 0 });
        return 'too_late';
      default:
        return 'no_news';
    }
  }

  private async applyToEnded(locked: LockedSubscription, word: ConsentWord): Promise<AttemptEffect> {
    switch (word.outcome) {
      case 'active':
        if (locked.subscription.askAt === null)
          await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, { askAt: this.clock.now(), askCount: 0 });
        return 'too_late';
      case 'revoked':
      case 'expired':
      case 'failed':
      case 'not_found':
        await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, { askAt: null, askCount: 0 });
        return 'duplicate';
      default:
        return 'no_news';
    }
  }

  /** The channel knows it, and the payer has to agree: whoever asks is not always told again what to do. */
  private async begun(locked: LockedSubscription, { next }: ConsentResult): Promise<AttemptEffect> {
    if (next.kind !== 'none') await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, { next });
    const first = await firstAttempt(locked);
    if (first.attempt.state !== 'sent') return next.kind === 'none' ? 'no_news' : 'applied';
    return this.attempts.within(first, { ...SAYS_NOTHING_ELSE, outcome: 'pending', next });
  }

  /** The first payment did not leave either, and nobody has seen the code. */
  private async neverLeft(locked: LockedSubscription): Promise<void> {
    const { unit, row } = locked;
    await this.attempts.within(await firstAttempt(locked), { outcome: 'not_sent' });
    await unit.tx.update(PaymentTransaction, { id: row.id }, { codeCount: Math.max(0, row.codeCount - 1) });
  }

  /** A first payment that the channel has begun speaks for itself; one that was refused with its consent does not come. */
  private async refused(locked: LockedSubscription, reason: FailureReason): Promise<void> {
    const first = await firstAttempt(locked);
    if (first.attempt.state === 'sent') await this.attempts.within(first, { ...SAYS_NOTHING_ELSE, outcome: 'failed', reason });
  }

  private isBelieved({ createdAt }: PaymentSubscription, askedAt: Date): boolean {
    return this.schedule.notFoundIsBelieved({ state: 'sent', startedAt: createdAt, updatedAt: createdAt }, askedAt);
  }
}

async function firstAttempt({ unit, row, subscription }: LockedSubscription): Promise<LockedAttempt> {
  return { unit, row, attempt: await unit.tx.findOneByOrFail(PaymentAttempt, { reference: subscription.attemptReference }) };
}

const SAYS_NOTHING_ELSE = { providerRef: null, data: null, next: NO_STEP, submission: null, rawCode: null, money: null } as const;
