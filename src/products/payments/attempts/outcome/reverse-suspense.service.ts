import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { isSameMoney } from '../../../../connectors/acquirers/port/money.js';
import { conflictOf, isNewerThanAttempt, NO_CONFLICT, type ReversalConflict } from '../attempt-conflict.js';
import type { AcquirerConnector } from '../../../../connectors/acquirers/port/acquirer-connector.js';
import { uuidToReference } from '../../../../common/reference.js';
import type { RefundRequest, RefundResult } from '../../../../connectors/acquirers/port/refund.js';
import { type AttemptKey, ATTEMPTS } from '../acquirer-attempts.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import { OutcomeTransactions } from '../../acquirers/outcome-transactions.js';
import type { ReceivedCallback } from '../../acquirers/callback-log.js';
import { ATTEMPT } from '../payment-subject.js';
import { refundAtAcquirer } from '../../acquirers/refund-at-acquirer.js';
import type { AttemptEffect } from '../../acquirers/attempt-effect.js';
import { NO_POLLS } from '../../acquirers/acquirer-object.js';
import { lockAttempt, type LockedAttempt } from '../lock-attempt.js';
import { toStartedAttempt } from '../started-attempt.js';

type ReversalUpdate = RefundResult & { polledAt?: Date };

/**
 * Reverses suspense money at its acquirer. The money stays in suspense until the reversal is completed. If the reversal fails, the money is left to
 * staff. A later status update that conflicts with the ledger is stored, and the acquirer is polled. The result of the poll is booked where possible.
 * An update with another amount books nothing.
 */
@Injectable()
export class ReverseSuspenseService {
  constructor(
    private readonly transactions: OutcomeTransactions,
    private readonly clock: BusinessClock,
  ) {}

  async run(attempt: PaymentAttempt, connector: AcquirerConnector): Promise<void> {
    const refund = reversalRequestOf(attempt);
    if (!refund) return;
    // The poll count includes this call, so 1 means that there was no call before.
    const previousCall = attempt.pollCount > 1 ? { providerRef: attempt.reversalProviderRef } : null;
    const result = await refundAtAcquirer(connector, refund, previousCall);
    if (result.outcome !== 'not_sent') await this.apply(attempt, result);
  }

  /** Polls about a reversal after a conflict or a hint. The reversal is never requested again. */
  async poll(attempt: PaymentAttempt, connector: AcquirerConnector): Promise<void> {
    const refund = reversalRequestOf(attempt);
    if (!refund) return;
    const polledAt = this.clock.now();
    const result = await connector.pollRefund({ ...refund, providerRef: attempt.reversalProviderRef });
    if (result.outcome !== 'not_found') await this.apply(attempt, { ...result, polledAt });
  }

  /** @param callback the callback that contained the update; undefined for a response or a poll. */
  async apply(key: AttemptKey, update: ReversalUpdate, callback?: ReceivedCallback): Promise<void> {
    const { reference } = key;
    await this.transactions.run(reference, callback, async (unit) => ({
      effect: await this.applyTo(await lockAttempt(unit, key), update),
      attemptReference: reference,
    }));
  }

  private async applyTo(locked: LockedAttempt, update: ReversalUpdate): Promise<AttemptEffect> {
    const { attempt } = locked;
    const { outcome, providerRef, rawCode, money } = update;
    const isLatestPoll = update.polledAt !== undefined && isNewerThanAttempt(attempt, update.polledAt);
    await ATTEMPTS.set(locked.unit.tx, locked.attempt, {
      ...(providerRef !== null && { reversalProviderRef: providerRef }),
      ...(rawCode !== null && { rawCode }),
    });
    if (outcome === 'unknown' || outcome === 'pending') return 'no_news';
    const isOtherAmount = outcome === 'completed' && money !== null && !isSameMoney(money, attempt);
    if (isOtherAmount) return this.storeOtherAmount(locked, update, isLatestPoll);
    switch (attempt.state) {
      case 'return_due':
        return outcome === 'completed' ? this.completeReversal(locked, 'channel_returned') : this.suspend(locked, `return_${outcome}`);
      case 'returned':
        if (outcome === 'completed') return this.clearConflict(locked, update, isLatestPoll);
        // A rejection may be the response to a repeated call, so the acquirer is polled first.
        if (outcome === 'rejected' && !isLatestPoll)
          return this.storeConflict(locked, 'return_rejected_after_completion', update, isLatestPoll);
        return this.suspend(locked, 'channel_took_it_back', `return_${outcome}_after_completion`);
      case 'suspense':
        if (outcome !== 'completed') return this.clearConflict(locked, update, isLatestPoll);
        if (isLatestPoll && attempt.reversedAt === null && isAmountKnown(attempt, update))
          return this.completeReversal(locked, 'channel_returned_after_all');
        return this.storeConflict(locked, conflictOfCompletion(attempt), update, isLatestPoll);
      default:
        return 'too_late';
    }
  }

  /** Nothing is booked, because it is not certain which amount was reversed. */
  private async storeOtherAmount(locked: LockedAttempt, update: ReversalUpdate, isLatestPoll: boolean): Promise<AttemptEffect> {
    if (locked.attempt.state === 'return_due') await this.suspend(locked, 'return_other_sum');
    return this.storeConflict(locked, 'return_other_sum', update, isLatestPoll);
  }

  private async completeReversal({ unit, attempt }: LockedAttempt, reason: string): Promise<AttemptEffect> {
    await unit.move(ATTEMPT, [attempt], {
      to: 'returned',
      reason,
      set: { ...clearedConflict(attempt), ...NO_POLLS },
    });
    return 'applied';
  }

  private async suspend({ unit, attempt }: LockedAttempt, reason: string, conflict?: ReversalConflict): Promise<AttemptEffect> {
    const stored = conflict ? conflictOf(conflict, null, this.clock.now()) : {};
    await unit.move(ATTEMPT, [attempt], { to: 'suspense', reason, set: { ...stored, ...NO_POLLS } });
    return 'applied';
  }

  private async storeConflict(
    locked: LockedAttempt,
    conflict: ReversalConflict,
    { money }: ReversalUpdate,
    isLatestPoll: boolean,
  ): Promise<AttemptEffect> {
    const now = this.clock.now();
    await ATTEMPTS.set(locked.unit.tx, locked.attempt, {
      ...conflictOf(conflict, money, now),
      nextPollAt: isLatestPoll ? null : now,
      pollCount: 0,
    });
    return 'for_staff';
  }

  /** The update confirms what is booked. A conflict about the amount stays until the result of a poll has an amount. */
  private async clearConflict(locked: LockedAttempt, update: ReversalUpdate, isLatestPoll: boolean): Promise<AttemptEffect> {
    if (isLatestPoll)
      await ATTEMPTS.set(locked.unit.tx, locked.attempt, {
        ...(isAmountKnown(locked.attempt, update) && clearedConflict(locked.attempt)),
        ...NO_POLLS,
      });
    return 'duplicate';
  }
}

function reversalRequestOf(attempt: PaymentAttempt): RefundRequest | null {
  if (attempt.reversalReference === null) return null;
  const started = toStartedAttempt(attempt);
  return { reference: uuidToReference(attempt.reversalReference), attempt: started, money: started.money, reason: 'paid twice or refused' };
}

/** After an update with another amount, a completed reversal is believed only if its update has an amount. */
function isAmountKnown({ conflict }: PaymentAttempt, { money, outcome }: ReversalUpdate): boolean {
  return conflict !== 'return_other_sum' || money !== null || outcome !== 'completed';
}

/** Clears a conflict about the reversal. A conflict about the payment itself stays. */
function clearedConflict({ conflict }: PaymentAttempt): Partial<PaymentAttempt> {
  return conflict?.startsWith('return_') ? NO_CONFLICT : {};
}

/** The conflict of a reversal that was completed after it had failed. A conflict about the amount stays. */
function conflictOfCompletion({ conflict }: PaymentAttempt): ReversalConflict {
  return conflict === 'return_other_sum' ? conflict : 'return_completed_after_failure';
}
