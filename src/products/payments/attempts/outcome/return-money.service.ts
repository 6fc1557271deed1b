import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { isSameMoney } from '../../../../connectors/channels/port/money.js';
import { contradictionOf, isLatest, NO_CONTRADICTION, type ReturnContradiction } from '../attempt-contradiction.js';
import type { ChannelConnector } from '../../../../connectors/channels/port/channel-connector.js';
import { referenceOf } from '../../../../common/reference.js';
import type { RefundRequest, RefundResult } from '../../../../connectors/channels/port/refund.js';
import { type AttemptKey, ATTEMPTS } from '../acquirer-attempts.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import { OutcomeTransactions } from '../../at-channel/outcome-transactions.js';
import type { ReceivedReport } from '../../at-channel/report-log.js';
import { PaymentSubjects } from '../payment-subjects.js';
import { refundAtChannel } from '../../at-channel/refund-at-channel.js';
import type { AttemptEffect } from '../../at-channel/attempt-effect.js';
import { lockAttempt, type LockedAttempt } from '../lock-attempt.js';
import { startedAttempt } from '../started-attempt.js';

type Word = RefundResult & { askedAt?: Date };

/**
 * Gives money that is no payment's back at its channel. It stays in suspense until it is back; where the channel does not do it, staff
 * deal with it. A later word that contradicts what was entered is kept, and the channel's books are asked: what they say is entered, as far
 * as it can be. Another sum than was to go back enters nothing.
 */
@Injectable()
export class ReturnMoneyService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly subjects: PaymentSubjects,
  ) {}

  async run(attempt: PaymentAttempt, connector: ChannelConnector): Promise<void> {
    const refund = requestOf(attempt);
    if (!refund) return;
    const earlier = attempt.askCount > 1 ? { providerRef: attempt.returnProviderRef } : null;
    const result = await refundAtChannel(connector, refund, earlier);
    if (result.outcome !== 'not_sent') await this.apply(attempt, result);
  }

  /** What is over and was contradicted: it is asked about, and never told again. */
  async ask(attempt: PaymentAttempt, connector: ChannelConnector): Promise<void> {
    const refund = requestOf(attempt);
    if (!refund) return;
    const askedAt = this.clock.now();
    const result = await connector.askRefund({ ...refund, providerRef: attempt.returnProviderRef });
    if (result.outcome !== 'not_found') await this.apply(attempt, { ...result, askedAt });
  }

  /** @param report that said it, where it is no answer. */
  async apply(key: AttemptKey, word: Word, report?: ReceivedReport): Promise<void> {
    const { reference } = key;
    await this.transactions.run(reference, report, async (unit) => ({
      effect: await this.applyTo(await lockAttempt(unit, this.subjects, key), word),
      attemptReference: reference,
    }));
  }

  private async applyTo(locked: LockedAttempt, word: Word): Promise<AttemptEffect> {
    const { attempt } = locked;
    const { outcome, providerRef, rawCode, money } = word;
    const isBooks = word.askedAt !== undefined && isLatest(attempt, word.askedAt);
    await ATTEMPTS.set(locked.unit.tx, locked.attempt, {
      ...(providerRef !== null && { returnProviderRef: providerRef }),
      ...(rawCode !== null && { rawCode }),
    });
    if (outcome === 'unknown' || outcome === 'pending') return 'no_news';
    const isOtherSum = outcome === 'completed' && money !== null && !isSameMoney(money, attempt);
    if (isOtherSum) return this.otherSum(locked, word, isBooks);
    switch (attempt.state) {
      case 'return_due':
        return outcome === 'completed' ? this.returned(locked, 'channel_returned') : this.suspend(locked, `return_${outcome}`);
      case 'returned':
        if (outcome === 'completed') return this.agree(locked, word, isBooks);
        if (outcome === 'rejected' && !isBooks) return this.contradict(locked, 'return_rejected_after_completion', word, isBooks);
        return this.suspend(locked, 'channel_took_it_back', `return_${outcome}_after_completion`);
      case 'suspense':
        if (outcome !== 'completed') return this.agree(locked, word, isBooks);
        if (isBooks && attempt.returnedAt === null && isSumKnown(attempt, word)) return this.returned(locked, 'channel_returned_after_all');
        return this.contradict(locked, contradictionOfReturn(attempt), word, isBooks);
      default:
        return 'too_late';
    }
  }

  /** Nothing is entered for it: nobody has said yet what went back. */
  private async otherSum(locked: LockedAttempt, word: Word, isBooks: boolean): Promise<AttemptEffect> {
    if (locked.attempt.state === 'return_due') await this.suspend(locked, 'return_other_sum');
    return this.contradict(locked, 'return_other_sum', word, isBooks);
  }

  private async returned({ unit, attempt }: LockedAttempt, reason: string): Promise<AttemptEffect> {
    await unit.move(this.subjects.attempt, [attempt], { to: 'returned', reason, set: { ...settled(attempt), askAt: null, askCount: 0 } });
    return 'applied';
  }

  private async suspend({ unit, attempt }: LockedAttempt, reason: string, contradiction?: ReturnContradiction): Promise<AttemptEffect> {
    const kept = contradiction ? contradictionOf(contradiction, null, this.clock.now()) : {};
    await unit.move(this.subjects.attempt, [attempt], { to: 'suspense', reason, set: { ...kept, askAt: null, askCount: 0 } });
    return 'applied';
  }

  private async contradict(locked: LockedAttempt, what: ReturnContradiction, { money }: Word, isBooks: boolean): Promise<AttemptEffect> {
    const now = this.clock.now();
    await ATTEMPTS.set(locked.unit.tx, locked.attempt, { ...contradictionOf(what, money, now), askAt: isBooks ? null : now, askCount: 0 });
    return 'for_staff';
  }

  /** What contradicted the record was old, unless it is about a sum that nobody has said since. */
  private async agree(locked: LockedAttempt, word: Word, isBooks: boolean): Promise<AttemptEffect> {
    if (isBooks)
      await ATTEMPTS.set(locked.unit.tx, locked.attempt, { ...(isSumKnown(locked.attempt, word) && settled(locked.attempt)), askAt: null });
    return 'duplicate';
  }
}

function requestOf(attempt: PaymentAttempt): RefundRequest | null {
  if (attempt.returnReference === null) return null;
  const started = startedAttempt(attempt);
  return { reference: referenceOf(attempt.returnReference), attempt: started, money: started.money, reason: 'paid twice or refused' };
}

/** Once another sum was reported, only a word that names the sum says what went back; that nothing did needs none. */
function isSumKnown({ contradiction }: PaymentAttempt, { money, outcome }: Word): boolean {
  return contradiction !== 'return_other_sum' || money !== null || outcome !== 'completed';
}

/** What was said of the payment stands. */
function settled({ contradiction }: PaymentAttempt): Partial<PaymentAttempt> {
  return contradiction?.startsWith('return_') ? NO_CONTRADICTION : {};
}

function contradictionOfReturn({ contradiction }: PaymentAttempt): ReturnContradiction {
  return contradiction === 'return_other_sum' ? contradiction : 'return_completed_after_failure';
}
