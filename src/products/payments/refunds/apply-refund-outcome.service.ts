import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isSameMoney } from '../../../connectors/acquirers/port/money.js';
import { isLatestPoll, pollingAfterConflict } from '../../../platform/remote-operations/conflict.js';
import { applyOutcome, type OutcomeSteps, outcomeTable } from '../../../platform/remote-operations/outcome-table.js';
import { laterConflictOf, NO_CONFLICT } from '../acquirers/acquirer-object.js';
import type { ComparedRefundUpdate, RefundUpdate } from '../acquirers/refund-at-acquirer.js';
import type { AttemptEffect } from '../acquirers/attempt-effect.js';
import { NO_POLLS } from '../../../platform/remote-operations/remote-operation.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PAYMENT } from '../attempts/payment-subject.js';
import { OutcomeTransactions } from '../acquirers/outcome-transactions.js';
import type { ReceivedCallback } from '../acquirers/callback-log.js';
import { type RefundKey, REFUNDS } from './acquirer-refunds.js';
import { lockRefund, type LockedRefund } from './lock-refund.js';
import type { PaymentRefund, RefundConflict } from './payment-refund.entity.js';
import { REFUND } from './refund-subject.js';

/**
 * The effect or the step of each outcome, by the status of the refund. A refund that is not sent yet has no outcome, so the acquirer must
 * have confused two refunds.
 */
// prettier-ignore
export const REFUND_OUTCOMES = outcomeTable(
                    ['unknown', 'pending', 'completed',      'rejected',           'failed',    'other_amount'], {
  refund_new:       ['no_news', 'no_news', 'for_staff',      'for_staff',          'for_staff', 'store_conflict'],
  refund_pending:   ['no_news', 'no_news', 'complete',       'release',            'release',   'store_conflict'],
  refund_completed: ['no_news', 'no_news', 'confirm',        'reverse_after_poll', 'reverse',   'store_conflict'],
  refund_rejected:  ['no_news', 'no_news', 'store_conflict', 'confirm',            'confirm',   'store_conflict'],
  refund_failed:    ['no_news', 'no_news', 'store_conflict', 'confirm',            'confirm',   'store_conflict'],
});

interface Locked extends LockedRefund {
  isCallback: boolean;
}

const CONFLICT_OF = {
  completed: 'completed_after_release',
  rejected: 'rejected_after_completion',
  other_amount: 'other_sum',
} as const satisfies Partial<Record<ComparedRefundUpdate['outcome'], RefundConflict>>;

/**
 * Applies a status update about a refund, from a response, a poll or a callback. Updates may come in any order, repeatedly or concurrently:
 * the final state is the same. For this, the payment's row is locked first, and the step is chosen by the refund's status
 * (`REFUND_OUTCOMES`). A conflict books nothing, and the acquirer is polled. If the latest poll confirms the conflict, staff have to decide.
 */
@Injectable()
export class ApplyRefundOutcomeService {
  private readonly steps: OutcomeSteps<typeof REFUND_OUTCOMES, Locked, ComparedRefundUpdate, AttemptEffect> = {
    complete: (locked) => this.complete(locked),
    release: (locked, { outcome }) => this.release(locked, outcome),
    confirm: (locked, update) => this.confirm(locked, update),
    reverse: (locked, update) => this.reverse(locked, update),
    reverse_after_poll: (locked, update) => this.reverseAfterPoll(locked, update),
    store_conflict: (locked, update) => this.storeConflict(locked, update),
  };

  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
  ) {}

  /** @param callback the callback that contained the update; undefined for a response or a poll. */
  async run(key: RefundKey, update: RefundUpdate, callback?: ReceivedCallback): Promise<void> {
    await this.transactions.run(key.id, callback, async (unit) => {
      const locked = { ...(await lockRefund(unit, key)), isCallback: callback !== undefined };
      const { id: refundId, attemptReference } = locked.refund;
      return { effect: await this.apply(locked, update), attemptReference, refundId };
    });
  }

  private async apply(locked: Locked, update: RefundUpdate): Promise<AttemptEffect> {
    await this.storeProviderData(locked, update);
    const { outcome, money } = update;
    const isOtherAmount = outcome !== 'unknown' && outcome !== 'pending' && money !== null && !isSameMoney(money, locked.refund);
    const compared: ComparedRefundUpdate = isOtherAmount ? { ...update, outcome: 'other_amount' } : update;
    return applyOutcome(REFUND_OUTCOMES, this.steps, locked.refund.status, locked, compared);
  }

  /** Stores what a later call needs, in any state of the refund. */
  private async storeProviderData({ unit: { tx }, refund }: LockedRefund, { providerRef, data, rawCode }: RefundUpdate): Promise<void> {
    if (data) await tx.update(PaymentAttempt, { reference: refund.attemptReference }, { data: { ...data } });
    await REFUNDS.storeResult(tx, refund, { providerRef, rawCode });
  }

  private async complete({ unit, row, refund }: LockedRefund): Promise<AttemptEffect> {
    const now = this.clock.now();
    // An earlier conflict is not resolved by the completion, so the acquirer is polled.
    const set = { nextPollAt: refund.conflict === null ? null : now, pollCount: 0, completedAt: now };
    await unit.move(REFUND, [refund], { to: 'refund_completed', reason: 'channel_refunded', set });
    const isFullyRefunded = row.refundedMinor + refund.amountMinor === row.amountMinor;
    if (isFullyRefunded && row.status === 'transaction_paid')
      await unit.move(PAYMENT, [row], { to: 'transaction_refunded', reason: 'all_refunded' });
    return 'applied';
  }

  /** The acquirer did not refund, so the reserved money is available to the partner again. */
  private async release({ unit, refund }: LockedRefund, outcome: 'rejected' | 'failed'): Promise<AttemptEffect> {
    const change = { to: `refund_${outcome}` as const, reason: `channel_${outcome}`, set: NO_POLLS };
    await unit.move(REFUND, [refund], change);
    return 'applied';
  }

  /** The acquirer reversed the completed refund. */
  private async reverse({ unit, row, refund }: LockedRefund, update: ComparedRefundUpdate): Promise<AttemptEffect> {
    if (row.status === 'transaction_refunded') await unit.move(PAYMENT, [row], { to: 'transaction_paid', reason: 'refund_taken_back' });
    const set = { ...clearedConflict(refund, update), ...NO_POLLS };
    await unit.move(REFUND, [refund], { to: 'refund_failed', reason: 'channel_took_it_back', set });
    return 'applied';
  }

  /** A rejection may be the response to a repeated call, so the acquirer is polled first. */
  private reverseAfterPoll(locked: Locked, update: ComparedRefundUpdate & { outcome: 'rejected' }): Promise<AttemptEffect> {
    return isLatestPoll(locked.refund, update.polledAt) ? this.reverse(locked, update) : this.storeConflict(locked, update);
  }

  /** A refund without a definite outcome is polled at its usual times, except after a callback. */
  private async storeConflict(
    { unit, refund, isCallback }: Locked,
    { outcome, money, polledAt }: ComparedRefundUpdate & { outcome: keyof typeof CONFLICT_OF },
  ): Promise<AttemptEffect> {
    const now = this.clock.now();
    const isLatest = isLatestPoll(refund, polledAt);
    const conflict = laterConflictOf(refund, 'other_sum', { conflict: CONFLICT_OF[outcome], money, isLatest, at: now });
    const isOpen = refund.status === 'refund_new' || refund.status === 'refund_pending';
    const polling = isOpen ? { ...(isCallback && { nextPollAt: now }) } : pollingAfterConflict(now, isLatest);
    await REFUNDS.set(unit.tx, refund, { ...conflict, ...polling });
    return 'for_staff';
  }

  /** The update confirms what is booked. If it is from the latest poll, the conflicting update was outdated. */
  private async confirm({ unit, refund }: LockedRefund, update: ComparedRefundUpdate): Promise<AttemptEffect> {
    if (isLatestPoll(refund, update.polledAt)) await REFUNDS.set(unit.tx, refund, { ...clearedConflict(refund, update), ...NO_POLLS });
    return 'duplicate';
  }
}

/** Clears the conflict. A conflict about the amount is cleared only by an update with an amount. */
function clearedConflict({ conflict }: PaymentRefund, { money }: ComparedRefundUpdate): Partial<PaymentRefund> {
  return conflict === 'other_sum' && money === null ? {} : NO_CONFLICT;
}
