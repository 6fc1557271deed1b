import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { isSameMoney } from '../../../../connectors/acquirers/port/money.js';
import { isLatestPoll, pollingAfterConflict } from '../../../../platform/remote-operations/conflict.js';
import { applyOutcome, type OutcomeSteps, outcomeTable } from '../../../../platform/remote-operations/outcome-table.js';
import type { AttemptState } from '../states.js';
import { conflictOf, laterConflictOf, NO_CONFLICT } from '../../acquirers/acquirer-object.js';
import type { ReversalConflict } from '../attempt-conflict.js';
import type { AcquirerConnector } from '../../../../connectors/acquirers/port/acquirer-connector.js';
import { uuidToReference } from '../../../../common/reference.js';
import type { RefundRequest } from '../../../../connectors/acquirers/port/refund.js';
import { type AttemptKey, ATTEMPTS } from '../acquirer-attempts.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import { OutcomeTransactions } from '../../acquirers/outcome-transactions.js';
import type { ReceivedCallback } from '../../acquirers/callback-log.js';
import { ATTEMPT } from '../payment-subject.js';
import { type ComparedRefundUpdate, refundAtAcquirer, type RefundUpdate } from '../../acquirers/refund-at-acquirer.js';
import type { AttemptEffect } from '../../acquirers/attempt-effect.js';
import { NO_POLLS } from '../../../../platform/remote-operations/remote-operation.js';
import { lockAttempt, type LockedAttempt } from '../lock-attempt.js';
import { toStartedAttempt } from '../started-attempt.js';

/** The effect or the step of each outcome, by the state of the attempt. */
// prettier-ignore
export const REVERSAL_OUTCOMES = outcomeTable(
              ['unknown', 'pending', 'completed',          'rejected',                 'failed',        'other_amount'], {
  return_due: ['no_news', 'no_news', 'complete',           'suspend',                  'suspend',       'suspend_other_amount'],
  returned:   ['no_news', 'no_news', 'confirm',            'suspend_again_after_poll', 'suspend_again', 'store_conflict'],
  suspense:   ['no_news', 'no_news', 'complete_after_all', 'confirm',                  'confirm',       'store_conflict'],
});

/**
 * Reverses suspense money at its acquirer. The money stays in suspense until the reversal is completed. If the reversal fails, the money is left to
 * staff. A later status update that conflicts with the ledger is stored, and the acquirer is polled. The result of the poll is booked where possible.
 * An update with another amount books nothing.
 */
@Injectable()
export class ReverseSuspenseService {
  private readonly steps: OutcomeSteps<typeof REVERSAL_OUTCOMES, LockedAttempt, ComparedRefundUpdate, AttemptEffect> = {
    complete: (locked) => this.complete(locked, 'channel_returned'),
    complete_after_all: (locked, update) => this.completeAfterAll(locked, update),
    suspend: (locked, { outcome }) => this.suspend(locked, `return_${outcome}`),
    suspend_other_amount: (locked, update) => this.suspendOtherAmount(locked, update),
    suspend_again: (locked, { outcome }) => this.suspendAgain(locked, outcome),
    suspend_again_after_poll: (locked, update) => this.suspendAgainAfterPoll(locked, update),
    confirm: (locked, update) => this.confirm(locked, update),
    store_conflict: (locked, update) => this.storeConflict(locked, 'return_other_sum', update),
  };

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
  async apply(key: AttemptKey, update: RefundUpdate, callback?: ReceivedCallback): Promise<void> {
    const { reference } = key;
    await this.transactions.run(reference, callback, async (unit) => ({
      effect: await this.applyTo(await lockAttempt(unit, key), update),
      attemptReference: reference,
    }));
  }

  private async applyTo(locked: LockedAttempt, update: RefundUpdate): Promise<AttemptEffect> {
    const { attempt } = locked;
    const { outcome, providerRef, rawCode, money } = update;
    await ATTEMPTS.set(locked.unit.tx, attempt, {
      ...(providerRef !== null && { reversalProviderRef: providerRef }),
      ...(rawCode !== null && { rawCode }),
    });
    if (!hasReversal(attempt.state)) return 'too_late';
    const isOtherAmount = outcome === 'completed' && money !== null && !isSameMoney(money, attempt);
    const compared: ComparedRefundUpdate = isOtherAmount ? { ...update, outcome: 'other_amount' } : update;
    return applyOutcome(REVERSAL_OUTCOMES, this.steps, attempt.state, locked, compared);
  }

  private async complete({ unit, attempt }: LockedAttempt, reason: string): Promise<AttemptEffect> {
    await unit.move(ATTEMPT, [attempt], { to: 'returned', reason, set: { ...clearedConflict(attempt), ...NO_POLLS } });
    return 'applied';
  }

  /** The reversal was completed after it had failed. It is booked once, when the latest poll confirms it. */
  private completeAfterAll(locked: LockedAttempt, update: ComparedRefundUpdate): Promise<AttemptEffect> {
    const { attempt } = locked;
    if (isLatestPoll(attempt, update.polledAt) && attempt.reversedAt === null && isAmountKnown(attempt, update))
      return this.complete(locked, 'channel_returned_after_all');
    return this.storeConflict(locked, 'return_completed_after_failure', update);
  }

  private async suspend({ unit, attempt }: LockedAttempt, reason: string, conflict?: ReversalConflict): Promise<AttemptEffect> {
    const stored = conflict ? conflictOf(conflict, null, this.clock.now()) : {};
    await unit.move(ATTEMPT, [attempt], { to: 'suspense', reason, set: { ...stored, ...NO_POLLS } });
    return 'applied';
  }

  /** No reversal is booked, because it is not certain which amount was reversed. */
  private async suspendOtherAmount(locked: LockedAttempt, update: ComparedRefundUpdate): Promise<AttemptEffect> {
    await this.suspend(locked, 'return_other_sum');
    return this.storeConflict(locked, 'return_other_sum', update);
  }

  /** The acquirer took the reversal back, so the money is in suspense again. */
  private suspendAgain(locked: LockedAttempt, outcome: 'rejected' | 'failed'): Promise<AttemptEffect> {
    return this.suspend(locked, 'channel_took_it_back', `return_${outcome}_after_completion`);
  }

  /** A rejection may be the response to a repeated call, so the acquirer is polled first. */
  private suspendAgainAfterPoll(locked: LockedAttempt, update: ComparedRefundUpdate): Promise<AttemptEffect> {
    if (isLatestPoll(locked.attempt, update.polledAt)) return this.suspendAgain(locked, 'rejected');
    return this.storeConflict(locked, 'return_rejected_after_completion', update);
  }

  private async storeConflict(
    { unit, attempt }: LockedAttempt,
    conflict: ReversalConflict,
    { money, polledAt }: ComparedRefundUpdate,
  ): Promise<AttemptEffect> {
    const now = this.clock.now();
    const isLatest = isLatestPoll(attempt, polledAt);
    const stored = laterConflictOf(attempt, 'return_other_sum', { conflict, money, isLatest, at: now });
    await ATTEMPTS.set(unit.tx, attempt, { ...stored, ...pollingAfterConflict(now, isLatest) });
    return 'for_staff';
  }

  /** The update confirms what is booked. A conflict about the amount stays until the result of a poll has an amount. */
  private async confirm({ unit, attempt }: LockedAttempt, update: ComparedRefundUpdate): Promise<AttemptEffect> {
    if (isLatestPoll(attempt, update.polledAt))
      await ATTEMPTS.set(unit.tx, attempt, { ...(isAmountKnown(attempt, update) && clearedConflict(attempt)), ...NO_POLLS });
    return 'duplicate';
  }
}

/** An attempt has a reversal only in these states. Attempts are found by the references of their reversals. */
function hasReversal(state: AttemptState): state is keyof typeof REVERSAL_OUTCOMES {
  return Object.hasOwn(REVERSAL_OUTCOMES, state);
}

function reversalRequestOf(attempt: PaymentAttempt): RefundRequest | null {
  if (attempt.reversalReference === null) return null;
  const started = toStartedAttempt(attempt);
  return { reference: uuidToReference(attempt.reversalReference), attempt: started, money: started.money, reason: 'paid twice or refused' };
}

/** After an update with another amount, a completed reversal is believed only if its update has an amount. */
function isAmountKnown({ conflict }: PaymentAttempt, { money, outcome }: ComparedRefundUpdate): boolean {
  return conflict !== 'return_other_sum' || money !== null || outcome !== 'completed';
}

/** Clears a conflict about the reversal. A conflict about the payment itself stays. */
function clearedConflict({ conflict }: PaymentAttempt): Partial<PaymentAttempt> {
  return conflict?.startsWith('return_') ? NO_CONFLICT : {};
}
