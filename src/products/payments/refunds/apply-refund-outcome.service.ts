import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isSameMoney } from '../../../connectors/acquirers/port/money.js';
import type { RefundResult } from '../../../connectors/acquirers/port/refund.js';
import type { AttemptEffect } from '../acquirers/attempt-effect.js';
import { NO_POLLS } from '../acquirers/acquirer-object.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PAYMENT } from '../attempts/payment-subject.js';
import { OutcomeTransactions } from '../acquirers/outcome-transactions.js';
import type { ReceivedCallback } from '../acquirers/callback-log.js';
import { type RefundKey, REFUNDS } from './acquirer-refunds.js';
import { lockRefund, type LockedRefund } from './lock-refund.js';
import type { PaymentRefund, RefundConflict } from './payment-refund.entity.js';
import { REFUND } from './refund-subject.js';

/**
 * A status update about a refund, and its origin.
 * - `conflict_poll`: a poll after a conflict or a hint. Only this update resolves a conflict, because the other updates may be outdated
 * - `response`: the response to the refund, or another poll
 * - `callback`: a callback of the acquirer
 */
export interface RefundUpdate {
  result: RefundResult;
  from: 'conflict_poll' | 'response' | 'callback';
}

type UnsuccessfulOutcome = 'rejected' | 'failed';

/**
 * Applies a status update about a refund, from a response, a poll or a callback. Updates may come in any order, repeatedly or concurrently:
 * the final state is the same. For this, the payment's row is locked first, and each step checks the refund's state. A conflict books
 * nothing, and the acquirer is polled. If the poll confirms the conflict, staff have to decide.
 */
@Injectable()
export class ApplyRefundOutcomeService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
  ) {}

  /** @param callback the callback that contained the update; undefined for a response or a poll. */
  async run(key: RefundKey, update: RefundUpdate, callback?: ReceivedCallback): Promise<void> {
    await this.transactions.run(key.id, callback, async (unit) => {
      const locked = await lockRefund(unit, key);
      const { id: refundId, attemptReference } = locked.refund;
      return { effect: await this.apply(locked, update), attemptReference, refundId };
    });
  }

  private async apply(locked: LockedRefund, update: RefundUpdate): Promise<AttemptEffect> {
    const { outcome, money } = update.result;
    await this.storeProviderData(locked, update.result);
    if (outcome === 'unknown' || outcome === 'pending') return 'no_news';
    if (money && !isSameMoney(money, locked.refund)) return this.storeConflict(locked, update, 'other_sum');
    switch (locked.refund.status) {
      // The refund was not sent yet, so the acquirer must have confused two refunds.
      case 'refund_new':
        return 'for_staff';
      case 'refund_pending':
        return outcome === 'completed' ? this.complete(locked) : this.release(locked, outcome);
      case 'refund_completed':
        return outcome === 'completed' ? this.agree(locked, update) : this.reverseRefund(locked, update, outcome);
      case 'refund_rejected':
      case 'refund_failed':
        return outcome === 'completed' ? this.storeConflict(locked, update, 'completed_after_release') : this.agree(locked, update);
    }
  }

  /** Stores what a later call needs, in any state of the refund. */
  private async storeProviderData({ unit: { tx }, refund }: LockedRefund, { providerRef, data, rawCode }: RefundResult): Promise<void> {
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
  private async release({ unit, refund }: LockedRefund, outcome: UnsuccessfulOutcome): Promise<AttemptEffect> {
    const change = { to: `refund_${outcome}` as const, reason: `channel_${outcome}`, set: NO_POLLS };
    await unit.move(REFUND, [refund], change);
    return 'applied';
  }

  /** The acquirer reversed the completed refund. A rejection may be the response to a repeated call, so the acquirer is polled first. */
  private async reverseRefund(locked: LockedRefund, update: RefundUpdate, outcome: UnsuccessfulOutcome): Promise<AttemptEffect> {
    const { unit, row, refund } = locked;
    if (outcome === 'rejected' && update.from !== 'conflict_poll') return this.storeConflict(locked, update, 'rejected_after_completion');
    if (row.status === 'transaction_refunded') await unit.move(PAYMENT, [row], { to: 'transaction_paid', reason: 'refund_taken_back' });
    const set = { ...clearedConflict(locked.refund, update), ...NO_POLLS };
    await unit.move(REFUND, [refund], { to: 'refund_failed', reason: 'channel_took_it_back', set });
    return 'applied';
  }

  /** Stores the conflict and polls the acquirer. If the poll confirms the conflict, polling stops and staff have to decide. */
  private async storeConflict(
    { unit, refund }: LockedRefund,
    { result: { money }, from }: RefundUpdate,
    conflict: RefundConflict,
  ): Promise<AttemptEffect> {
    const stored = { conflict, conflictMinor: money?.amountMinor ?? null, conflictCurrency: money?.currency ?? null };
    await REFUNDS.set(unit.tx, refund, { ...stored, nextPollAt: from === 'conflict_poll' ? null : this.clock.now(), pollCount: 0 });
    return 'for_staff';
  }

  /** The update confirms what is booked. If it is a `conflict_poll`, the conflicting update was outdated. */
  private async agree(locked: LockedRefund, update: RefundUpdate): Promise<AttemptEffect> {
    if (update.from === 'conflict_poll')
      await REFUNDS.set(locked.unit.tx, locked.refund, { ...clearedConflict(locked.refund, update), ...NO_POLLS });
    return 'duplicate';
  }
}

/** Clears the conflict. A conflict about the amount is cleared only by an update with an amount. */
function clearedConflict({ conflict }: PaymentRefund, { result: { money } }: RefundUpdate): Partial<PaymentRefund> {
  return conflict === 'other_sum' && money === null ? {} : { conflict: null, conflictMinor: null, conflictCurrency: null };
}
