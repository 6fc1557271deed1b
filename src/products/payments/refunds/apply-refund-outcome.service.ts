import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isSameMoney } from '../../../connectors/acquirers/port/money.js';
import type { RefundResult } from '../../../connectors/acquirers/port/refund.js';
import type { AttemptEffect } from '../acquirers/attempt-effect.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PaymentSubjects } from '../attempts/payment-subjects.js';
import { OutcomeTransactions } from '../acquirers/outcome-transactions.js';
import type { ReceivedCallback } from '../acquirers/callback-log.js';
import { type RefundKey, REFUNDS } from './acquirer-refunds.js';
import { lockRefund, type LockedRefund } from './lock-refund.js';
import type { PaymentRefund, RefundConflict } from './payment-refund.entity.js';
import { RefundSubject } from './refund-subject.js';

/** How a channel's status report came. `books`, the answer to a poll about a contradiction, counts for more than the others, which may be old. */
export interface RefundUpdate {
  result: RefundResult;
  from: 'books' | 'answer' | 'report';
}

type EndedBadly = 'rejected' | 'failed';

/**
 * Applies a channel's status report about a refund, whichever way it came. Any order, repetition and concurrency end in the same state, because
 * the payment's row is locked first and each step looks at the refund's state. A contradiction changes nothing: the channel is polled, and if its
 * books contradict the ledger, staff have to look.
 */
@Injectable()
export class ApplyRefundOutcomeService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly payments: PaymentSubjects,
    private readonly refunds: RefundSubject,
  ) {}

  /** @param received the report, if it came as one and not as an answer to a call. */
  async run(key: RefundKey, report: RefundUpdate, received?: ReceivedCallback): Promise<void> {
    await this.transactions.run(key.id, received, async (unit) => {
      const locked = await lockRefund(unit, this.payments, key);
      const { id: refundId, attemptReference } = locked.refund;
      return { effect: await this.apply(locked, report), attemptReference, refundId };
    });
  }

  private async apply(locked: LockedRefund, report: RefundUpdate): Promise<AttemptEffect> {
    const { outcome, money } = report.result;
    await this.remember(locked, report.result);
    if (outcome === 'unknown' || outcome === 'pending') return 'no_news';
    if (money && !isSameMoney(money, locked.refund)) return this.contradict(locked, report, 'other_sum');
    switch (locked.refund.status) {
      // The channel has not been told of this refund, so it must have confused it with another.
      case 'refund_new':
        return 'for_staff';
      case 'refund_pending':
        return outcome === 'completed' ? this.complete(locked) : this.release(locked, outcome);
      case 'refund_completed':
        return outcome === 'completed' ? this.agree(locked, report) : this.takeBack(locked, report, outcome);
      case 'refund_rejected':
      case 'refund_failed':
        return outcome === 'completed' ? this.contradict(locked, report, 'completed_after_release') : this.agree(locked, report);
    }
  }

  /** Keeps what a later call needs, in any state of the refund. */
  private async remember({ unit: { tx }, refund }: LockedRefund, { providerRef, data, rawCode }: RefundResult): Promise<void> {
    if (data) await tx.update(PaymentAttempt, { reference: refund.attemptReference }, { data: { ...data } });
    await REFUNDS.remember(tx, refund, { providerRef, rawCode });
  }

  private async complete({ unit, row, refund }: LockedRefund): Promise<AttemptEffect> {
    const now = this.clock.now();
    const set = { nextPollAt: refund.contradiction === null ? null : now, pollCount: 0, completedAt: now };
    await unit.move(this.refunds.refund, [refund], { to: 'refund_completed', reason: 'channel_refunded', set });
    const isAllBack = row.refundedMinor + refund.amountMinor === row.amountMinor;
    if (isAllBack && row.status === 'transaction_paid')
      await unit.move(this.payments.payment, [row], { to: 'transaction_refunded', reason: 'all_refunded' });
    return 'applied';
  }

  private async release({ unit, refund }: LockedRefund, outcome: EndedBadly): Promise<AttemptEffect> {
    const change = { to: `refund_${outcome}` as const, reason: `channel_${outcome}`, set: { nextPollAt: null } };
    await unit.move(this.refunds.refund, [refund], change);
    return 'applied';
  }

  /** The payer does not have the money after all. A rejection may be the answer to a second call, so the channel is polled first. */
  private async takeBack(locked: LockedRefund, report: RefundUpdate, outcome: EndedBadly): Promise<AttemptEffect> {
    const { unit, row, refund } = locked;
    if (outcome === 'rejected' && report.from !== 'books') return this.contradict(locked, report, 'rejected_after_completion');
    if (row.status === 'transaction_refunded')
      await unit.move(this.payments.payment, [row], { to: 'transaction_paid', reason: 'refund_taken_back' });
    const set = { nextPollAt: null, ...withoutContradiction(locked.refund, report) };
    await unit.move(this.refunds.refund, [refund], { to: 'refund_failed', reason: 'channel_took_it_back', set });
    return 'applied';
  }

  /** The channel is polled. If its books repeat the contradiction, polling stops and staff have to look. */
  private async contradict(
    { unit, refund }: LockedRefund,
    { result: { money }, from }: RefundUpdate,
    contradiction: RefundConflict,
  ): Promise<AttemptEffect> {
    const said = { contradiction, saidMinor: money?.amountMinor ?? null, saidCurrency: money?.currency ?? null };
    await REFUNDS.set(unit.tx, refund, { ...said, nextPollAt: from === 'books' ? null : this.clock.now(), pollCount: 0 });
    return 'for_staff';
  }

  /** The books agree with the ledger, so the contradiction was old. */
  private async agree(locked: LockedRefund, report: RefundUpdate): Promise<AttemptEffect> {
    if (report.from === 'books')
      await REFUNDS.set(locked.unit.tx, locked.refund, { ...withoutContradiction(locked.refund, report), nextPollAt: null });
    return 'duplicate';
  }
}

/** A contradiction about the sum is settled only by books that name the sum. */
function withoutContradiction({ contradiction }: PaymentRefund, { result: { money } }: RefundUpdate): Partial<PaymentRefund> {
  return contradiction === 'other_sum' && money === null ? {} : { contradiction: null, saidMinor: null, saidCurrency: null };
}
