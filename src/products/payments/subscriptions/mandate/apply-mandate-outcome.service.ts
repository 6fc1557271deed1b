import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { NotFound, NotSent } from '../../../../connectors/acquirers/port/attempt.js';
import type { MandateResult } from '../../../../connectors/acquirers/port/mandate.js';
import { NO_STEP } from '../../../../connectors/acquirers/port/next-step.js';
import { ApplyAttemptOutcomeService } from '../../attempts/outcome/apply-attempt-outcome.service.js';
import type { AttemptEffect } from '../../acquirers/attempt-effect.js';
import { NO_POLLS } from '../../../../platform/remote-operations/remote-operation.js';
import { applyOutcome, type OutcomeSteps, outcomeTable } from '../../../../platform/remote-operations/outcome-table.js';
import { PollSchedule } from '../../../../platform/remote-operations/poll-schedule.js';
import type { LockedAttempt } from '../../attempts/lock-attempt.js';
import { PaymentAttempt } from '../../attempts/payment-attempt.entity.js';
import { PaymentTransaction } from '../../payments/payment-transaction.entity.js';
import { OutcomeTransactions } from '../../acquirers/outcome-transactions.js';
import type { ReceivedCallback } from '../../acquirers/callback-log.js';
import { type SubscriptionKey, SUBSCRIPTIONS } from '../acquirer-subscriptions.js';
import { ActivateSubscriptionService } from './activate-subscription.service.js';
import { endReportedByAcquirer, NEVER_SENT, UNKNOWN_TO_ACQUIRER } from './mandate-end.js';
import { CloseSubscriptionService, type SubscriptionEnd } from '../close-subscription.service.js';
import { type LockedSubscription, lockSubscription } from '../lock-subscription.js';
import type { PaymentSubscription } from '../payment-subscription.entity.js';

/** A status update about a mandate. Whether "not found" is believed depends on the time of the poll. */
export type MandateUpdate = MandateResult | NotSent | (NotFound & { polledAt: Date });

/** The effect or the step of each outcome, by the status of the subscription. */
// prettier-ignore
export const MANDATE_OUTCOMES = outcomeTable(
                           ['unknown', 'pending',      'active',   'revoked', 'expired', 'failed',         'not_sent', 'not_found'], {
  subscription_pending:    ['no_news', 'mark_pending', 'activate', 'end',     'end',     'fail',           'undo',     'end_if_believed'],
  subscription_active:     ['no_news', 'no_news',      'confirm',  'end',     'end',     'ignore_failure', 'no_news',  'no_news'],
  subscription_cancelled:  ['no_news', 'no_news',      'revoke',   'confirm', 'confirm', 'confirm',        'no_news',  'confirm'],
  subscription_expired:    ['no_news', 'no_news',      'revoke',   'confirm', 'confirm', 'confirm',        'no_news',  'confirm'],
  subscription_finished:   ['no_news', 'no_news',      'revoke',   'confirm', 'confirm', 'confirm',        'no_news',  'confirm'],
  subscription_fraudulent: ['no_news', 'no_news',      'revoke',   'confirm', 'confirm', 'confirm',        'no_news',  'confirm'],
});

/**
 * Applies a status update about a mandate: the response to its registration or to a poll, or a callback. Updates may come in any order,
 * repeatedly or in conflict: the final state is the same. For this, the rows are locked first, and no step of `MANDATE_OUTCOMES` undoes a
 * state change. If the subscription has ended and the mandate is still active at the acquirer, the mandate is revoked there.
 */
@Injectable()
export class ApplyMandateOutcomeService {
  private readonly steps: OutcomeSteps<typeof MANDATE_OUTCOMES, LockedSubscription, MandateUpdate, AttemptEffect> = {
    mark_pending: (locked, update) => this.markPending(locked, update),
    activate: (locked) => this.activate(locked),
    confirm: (locked) => this.confirm(locked),
    end: (locked, update) => this.end(locked, endReportedByAcquirer(update)),
    fail: (locked, update) => this.fail(locked, update),
    ignore_failure: (locked) => this.ignoreFailure(locked),
    undo: (locked) => this.undo(locked),
    end_if_believed: (locked, { polledAt }) => this.endIfBelieved(locked, polledAt),
    revoke: (locked) => this.revoke(locked),
  };

  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly schedule: PollSchedule,
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
    const { unit, subscription } = locked;
    if (update.outcome !== 'not_sent' && update.outcome !== 'not_found') await SUBSCRIPTIONS.storeResult(unit.tx, subscription, update);
    return applyOutcome(MANDATE_OUTCOMES, this.steps, subscription.status, locked, update);
  }

  /** The acquirer has the mandate, and the payer has to confirm it. The response to a poll does not always repeat the next step. */
  private async markPending(locked: LockedSubscription, { next }: MandateResult): Promise<AttemptEffect> {
    if (next.kind !== 'none') await SUBSCRIPTIONS.set(locked.unit.tx, locked.subscription, { next });
    const firstAttempt = await readFirstAttempt(locked);
    if (firstAttempt.attempt.state !== 'sent') return next.kind === 'none' ? 'no_news' : 'applied';
    return this.applyAttemptOutcome.applyToLocked(firstAttempt, { ...NO_DETAILS, outcome: 'pending', next });
  }

  private async activate(locked: LockedSubscription): Promise<AttemptEffect> {
    await this.activateSubscription.activateLocked(locked);
    return 'applied';
  }

  private async confirm({ unit, subscription }: LockedSubscription): Promise<AttemptEffect> {
    await SUBSCRIPTIONS.set(unit.tx, subscription, NO_POLLS);
    return 'duplicate';
  }

  private async end(locked: LockedSubscription, end: SubscriptionEnd): Promise<AttemptEffect> {
    await this.closeSubscription.closeLocked(locked, end);
    return 'applied';
  }

  /** The first attempt fails with its mandate, unless the acquirer has accepted the attempt, which then gets its own status updates. */
  private async fail(locked: LockedSubscription, update: Extract<MandateResult, { outcome: 'failed' }>): Promise<AttemptEffect> {
    await this.closeSubscription.closeLocked(locked, endReportedByAcquirer(update));
    const firstAttempt = await readFirstAttempt(locked);
    if (firstAttempt.attempt.state === 'sent')
      await this.applyAttemptOutcome.applyToLocked(firstAttempt, { ...NO_DETAILS, outcome: 'failed', reason: update.reason });
    return 'applied';
  }

  /**
   * The mandate was active before, so "failed" is a conflict and does not end the subscription. A later charge shows whether the mandate is
   * active. Polling stops, because another poll would return the same.
   */
  private async ignoreFailure({ unit, subscription }: LockedSubscription): Promise<AttemptEffect> {
    await SUBSCRIPTIONS.set(unit.tx, subscription, NO_POLLS);
    return 'too_late';
  }

  /** The first attempt was not sent either, and its BLIK code does not count. */
  private async undo(locked: LockedSubscription): Promise<AttemptEffect> {
    const { unit, row } = locked;
    await this.closeSubscription.closeLocked(locked, NEVER_SENT);
    await this.applyAttemptOutcome.applyToLocked(await readFirstAttempt(locked), { outcome: 'not_sent' });
    await unit.tx.update(PaymentTransaction, { id: row.id }, { codeCount: Math.max(0, row.codeCount - 1) });
    return 'applied';
  }

  private async endIfBelieved(locked: LockedSubscription, polledAt: Date): Promise<AttemptEffect> {
    const believedFrom = this.schedule.notFoundBelievedFrom({ sentAt: locked.subscription.createdAt, knownAt: null });
    return polledAt >= believedFrom ? this.end(locked, UNKNOWN_TO_ACQUIRER) : 'no_news';
  }

  /** The mandate of an ended subscription is still active at the acquirer. */
  private async revoke({ unit, subscription }: LockedSubscription): Promise<AttemptEffect> {
    if (subscription.nextPollAt === null) await SUBSCRIPTIONS.set(unit.tx, subscription, { nextPollAt: this.clock.now(), pollCount: 0 });
    return 'too_late';
  }
}

async function readFirstAttempt({ unit, row, subscription }: LockedSubscription): Promise<LockedAttempt> {
  return { unit, row, attempt: await unit.tx.findOneByOrFail(PaymentAttempt, { reference: subscription.attemptReference }) };
}

const NO_DETAILS = { providerRef: null, data: null, next: NO_STEP, submission: null, rawCode: null, money: null } as const;
