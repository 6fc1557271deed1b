import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { isSameMoney } from '../../../../connectors/acquirers/port/money.js';
import { conflictOf, isLatest, NO_CONFLICT, type ReversalConflict } from '../attempt-conflict.js';
import type { AcquirerConnector } from '../../../../connectors/acquirers/port/acquirer-connector.js';
import { uuidToReference } from '../../../../common/reference.js';
import type { RefundRequest, RefundResult } from '../../../../connectors/acquirers/port/refund.js';
import { type AttemptKey, ATTEMPTS } from '../acquirer-attempts.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import { OutcomeTransactions } from '../../acquirers/outcome-transactions.js';
import type { ReceivedCallback } from '../../acquirers/callback-log.js';
import { PaymentSubjects } from '../payment-subjects.js';
import { refundAtAcquirer } from '../../acquirers/refund-at-acquirer.js';
import type { AttemptEffect } from '../../acquirers/attempt-effect.js';
import { lockAttempt, type LockedAttempt } from '../lock-attempt.js';
import { startedAttempt } from '../started-attempt.js';

type ReturnReport = RefundResult & { polledAt?: Date };

/**
 * Returns unmatched funds at their channel. They stay in suspense until they are returned; if the channel fails to, staff deal with them. A
 * later status report that contradicts the ledger is kept, and the channel is polled: its books are entered where that is possible. A report of
 * another sum enters nothing.
 */
@Injectable()
export class ReverseSuspenseService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
    private readonly subjects: PaymentSubjects,
  ) {}

  async run(attempt: PaymentAttempt, connector: AcquirerConnector): Promise<void> {
    const refund = requestOf(attempt);
    if (!refund) return;
    const earlier = attempt.pollCount > 1 ? { providerRef: attempt.returnProviderRef } : null;
    const result = await refundAtAcquirer(connector, refund, earlier);
    if (result.outcome !== 'not_sent') await this.apply(attempt, result);
  }

  /** Polls about a return whose outcome was contradicted. It is never requested again. */
  async poll(attempt: PaymentAttempt, connector: AcquirerConnector): Promise<void> {
    const refund = requestOf(attempt);
    if (!refund) return;
    const polledAt = this.clock.now();
    const result = await connector.pollRefund({ ...refund, providerRef: attempt.returnProviderRef });
    if (result.outcome !== 'not_found') await this.apply(attempt, { ...result, polledAt });
  }

  /** @param received the report, if it came as one and not as an answer to a call. */
  async apply(key: AttemptKey, report: ReturnReport, received?: ReceivedCallback): Promise<void> {
    const { reference } = key;
    await this.transactions.run(reference, received, async (unit) => ({
      effect: await this.applyTo(await lockAttempt(unit, this.subjects, key), report),
      attemptReference: reference,
    }));
  }

  private async applyTo(locked: LockedAttempt, report: ReturnReport): Promise<AttemptEffect> {
    const { attempt } = locked;
    const { outcome, providerRef, rawCode, money } = report;
    const isBooks = report.polledAt !== undefined && isLatest(attempt, report.polledAt);
    await ATTEMPTS.set(locked.unit.tx, locked.attempt, {
      ...(providerRef !== null && { returnProviderRef: providerRef }),
      ...(rawCode !== null && { rawCode }),
    });
    if (outcome === 'unknown' || outcome === 'pending') return 'no_news';
    const isOtherSum = outcome === 'completed' && money !== null && !isSameMoney(money, attempt);
    if (isOtherSum) return this.otherSum(locked, report, isBooks);
    switch (attempt.state) {
      case 'return_due':
        return outcome === 'completed' ? this.returned(locked, 'channel_returned') : this.suspend(locked, `return_${outcome}`);
      case 'returned':
        if (outcome === 'completed') return this.agree(locked, report, isBooks);
        if (outcome === 'rejected' && !isBooks) return this.contradict(locked, 'return_rejected_after_completion', report, isBooks);
        return this.suspend(locked, 'channel_took_it_back', `return_${outcome}_after_completion`);
      case 'suspense':
        if (outcome !== 'completed') return this.agree(locked, report, isBooks);
        if (isBooks && attempt.returnedAt === null && isSumKnown(attempt, report))
          return this.returned(locked, 'channel_returned_after_all');
        return this.contradict(locked, contradictionOfReturn(attempt), report, isBooks);
      default:
        return 'too_late';
    }
  }

  /** Nothing is entered: it is not certain which sum was returned. */
  private async otherSum(locked: LockedAttempt, report: ReturnReport, isBooks: boolean): Promise<AttemptEffect> {
    if (locked.attempt.state === 'return_due') await this.suspend(locked, 'return_other_sum');
    return this.contradict(locked, 'return_other_sum', report, isBooks);
  }

  private async returned({ unit, attempt }: LockedAttempt, reason: string): Promise<AttemptEffect> {
    await unit.move(this.subjects.attempt, [attempt], {
      to: 'returned',
      reason,
      set: { ...withoutContradiction(attempt), nextPollAt: null, pollCount: 0 },
    });
    return 'applied';
  }

  private async suspend({ unit, attempt }: LockedAttempt, reason: string, contradiction?: ReversalConflict): Promise<AttemptEffect> {
    const kept = contradiction ? conflictOf(contradiction, null, this.clock.now()) : {};
    await unit.move(this.subjects.attempt, [attempt], { to: 'suspense', reason, set: { ...kept, nextPollAt: null, pollCount: 0 } });
    return 'applied';
  }

  private async contradict(
    locked: LockedAttempt,
    what: ReversalConflict,
    { money }: ReturnReport,
    isBooks: boolean,
  ): Promise<AttemptEffect> {
    const now = this.clock.now();
    await ATTEMPTS.set(locked.unit.tx, locked.attempt, {
      ...conflictOf(what, money, now),
      nextPollAt: isBooks ? null : now,
      pollCount: 0,
    });
    return 'for_staff';
  }

  /** The books agree with the record. A contradiction about the sum stays until they name the sum. */
  private async agree(locked: LockedAttempt, report: ReturnReport, isBooks: boolean): Promise<AttemptEffect> {
    if (isBooks)
      await ATTEMPTS.set(locked.unit.tx, locked.attempt, {
        ...(isSumKnown(locked.attempt, report) && withoutContradiction(locked.attempt)),
        nextPollAt: null,
      });
    return 'duplicate';
  }
}

function requestOf(attempt: PaymentAttempt): RefundRequest | null {
  if (attempt.returnReference === null) return null;
  const started = startedAttempt(attempt);
  return { reference: uuidToReference(attempt.returnReference), attempt: started, money: started.money, reason: 'paid twice or refused' };
}

/** After a report of another sum, a completed return must name its sum to be believed. */
function isSumKnown({ contradiction }: PaymentAttempt, { money, outcome }: ReturnReport): boolean {
  return contradiction !== 'return_other_sum' || money !== null || outcome !== 'completed';
}

/** A contradiction about the payment itself stays. */
function withoutContradiction({ contradiction }: PaymentAttempt): Partial<PaymentAttempt> {
  return contradiction?.startsWith('return_') ? NO_CONFLICT : {};
}

function contradictionOfReturn({ contradiction }: PaymentAttempt): ReversalConflict {
  return contradiction === 'return_other_sum' ? contradiction : 'return_completed_after_failure';
}
