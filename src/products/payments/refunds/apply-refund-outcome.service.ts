import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isSameMoney } from '../../../connectors/channels/port/money.js';
import type { RefundResult } from '../../../connectors/channels/port/refund.js';
import type { AttemptEffect } from '../at-channel/attempt-effect.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PaymentSubjects } from '../attempts/payment-subjects.js';
import { OutcomeTransactions } from '../at-channel/outcome-transactions.js';
import type { ReceivedReport } from '../at-channel/report-log.js';
import { type RefundKey, REFUNDS } from './acquirer-refunds.js';
import { lockRefund, type LockedRefund } from './lock-refund.js';
import type { PaymentRefund, RefundContradiction } from './payment-refund.entity.js';
import { RefundSubject } from './refund-subject.js';

/** How a channel's word came: its books, which it was asked about, count for more than an answer or a report that may be old. */
export interface RefundWord {
  result: RefundResult;
  from: 'books' | 'answer' | 'report';
}

type EndedBadly = 'rejected' | 'failed';

/**
 * Applies a channel's word about a refund, whichever way it came. Any order, any repetition and any concurrency end in the same state,
 * because the payment's row is locked first and each step looks at the refund's state. Words that do not go together change nothing: the
 * channel is asked what its books say, and somebody has to look where those contradict what was entered.
 */
@Injectable()
export class ApplyRefundOutcomeService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly payments: PaymentSubjects,
    private readonly refunds: RefundSubject,
  ) {}

  /** @param report that said it, where it is no answer. */
  async run(key: RefundKey, word: RefundWord, report?: ReceivedReport): Promise<void> {
    await this.transactions.run(key.id, report, async (unit) => {
      const locked = await lockRefund(unit, this.payments, key);
      const { id: refundId, attemptReference } = locked.refund;
      return { effect: await this.apply(locked, word), attemptReference, refundId };
    });
  }

  private async apply(locked: LockedRefund, word: RefundWord): Promise<AttemptEffect> {
    const { outcome, money } = word.result;
    await this.remember(locked, word.result);
    if (outcome === 'unknown' || outcome === 'pending') return 'no_news';
    if (money && !isSameMoney(money, locked.refund)) return this.contradict(locked, word, 'other_sum');
    switch (locked.refund.status) {
      // Nobody but the channel's own confusion could speak of a refund that it was not told of.
      case 'refund_new':
        return 'for_staff';
      case 'refund_pending':
        return outcome === 'completed' ? this.complete(locked) : this.release(locked, outcome);
      case 'refund_completed':
        return outcome === 'completed' ? this.agree(locked, word) : this.takeBack(locked, word, outcome);
      case 'refund_rejected':
      case 'refund_failed':
        return outcome === 'completed' ? this.contradict(locked, word, 'completed_after_release') : this.agree(locked, word);
    }
  }

  /** What a later call needs is kept, whatever state the refund is in. */
  private async remember({ unit: { tx }, refund }: LockedRefund, { providerRef, data, rawCode }: RefundResult): Promise<void> {
    if (data) await tx.update(PaymentAttempt, { reference: refund.attemptReference }, { data: { ...data } });
    await REFUNDS.remember(tx, refund, { providerRef, rawCode });
  }

  private async complete({ unit, row, refund }: LockedRefund): Promise<AttemptEffect> {
    const now = this.clock.now();
    const set = { askAt: refund.contradiction === null ? null : now, askCount: 0, completedAt: now };
    await unit.move(this.refunds.refund, [refund], { to: 'refund_completed', reason: 'channel_refunded', set });
    const isAllBack = row.refundedMinor + refund.amountMinor === row.amountMinor;
    if (isAllBack && row.status === 'transaction_paid')
      await unit.move(this.payments.payment, [row], { to: 'transaction_refunded', reason: 'all_refunded' });
    return 'applied';
  }

  private async release({ unit, refund }: LockedRefund, outcome: EndedBadly): Promise<AttemptEffect> {
    const change = { to: `refund_${outcome}` as const, reason: `channel_${outcome}`, set: { askAt: null } };
    await unit.move(this.refunds.refund, [refund], change);
    return 'applied';
  }

  /** A payer who does not have the money after all. A rejection may be the answer to a second call, so the books are asked. */
  private async takeBack(locked: LockedRefund, word: RefundWord, outcome: EndedBadly): Promise<AttemptEffect> {
    const { unit, row, refund } = locked;
    if (outcome === 'rejected' && word.from !== 'books') return this.contradict(locked, word, 'rejected_after_completion');
    if (row.status === 'transaction_refunded')
      await unit.move(this.payments.payment, [row], { to: 'transaction_paid', reason: 'refund_taken_back' });
    const set = { askAt: null, ...settled(locked.refund, word) };
    await unit.move(this.refunds.refund, [refund], { to: 'refund_failed', reason: 'channel_took_it_back', set });
    return 'applied';
  }

  /** The books are asked. Where they stand by it, what was entered is not what happened; an open refund is asked about anyway. */
  private async contradict(
    locked: LockedRefund,
    { result: { money }, from }: RefundWord,
    contradiction: RefundContradiction,
  ): Promise<AttemptEffect> {
    const said = { contradiction, saidMinor: money?.amountMinor ?? null, saidCurrency: money?.currency ?? null };
    const isOpen = locked.refund.status === 'refund_pending' || locked.refund.status === 'refund_new';
    if (from !== 'books') await REFUNDS.set(locked.unit.tx, locked.refund, { ...said, askAt: this.clock.now(), askCount: 0 });
    else await REFUNDS.set(locked.unit.tx, locked.refund, isOpen ? said : { ...said, askAt: null });
    return 'for_staff';
  }

  /** The books say what was entered, so what contradicted it was old. */
  private async agree(locked: LockedRefund, word: RefundWord): Promise<AttemptEffect> {
    if (word.from === 'books') await REFUNDS.set(locked.unit.tx, locked.refund, { ...settled(locked.refund, word), askAt: null });
    return 'duplicate';
  }
}

/** Of another sum only books that name the sum have said which one is true. */
function settled({ contradiction }: PaymentRefund, { result: { money } }: RefundWord): Partial<PaymentRefund> {
  return contradiction === 'other_sum' && money === null ? {} : { contradiction: null, saidMinor: null, saidCurrency: null };
}
