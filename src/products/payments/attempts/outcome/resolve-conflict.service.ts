import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { AcquirerConnectors } from '../../../../connectors/acquirers/port/acquirer-connectors.js';
import { isSameMoney, type Money } from '../../../../connectors/acquirers/port/money.js';
import { ATTEMPTS } from '../acquirer-attempts.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import { type AttemptConflict, conflictOf, isLatest, NO_CONFLICT, type UnpaidOutcome } from '../attempt-conflict.js';
import type { AttemptEffect } from '../../acquirers/attempt-effect.js';
import { canBePolled } from '../can-be-polled.js';
import type { LockedAttempt } from '../lock-attempt.js';
import { AllocateFundsService } from './allocate-funds.service.js';

/**
 * Reconciles a channel's status report with an attempt whose money is on record. A contradiction moves nothing: it is kept, and the channel is
 * polled. The answer to a poll made after it stands for the channel's books and settles it, or leaves it to staff.
 */
@Injectable()
export class ResolveConflictService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly connectors: AcquirerConnectors,
    private readonly money: AllocateFundsService,
  ) {}

  /** The money was taken. @param said null when the channel does not say how much. */
  async paid(locked: LockedAttempt, said: Money | null, polledAt: Date | null): Promise<AttemptEffect> {
    const { attempt } = locked;
    const isBooks = isOutOfBooks(attempt, polledAt);
    if (said === null && attempt.contradiction === 'other_sum') return isBooks ? this.closeForStaff(locked) : 'duplicate';
    if (said === null || isSameMoney(said, recorded(attempt))) return isBooks ? this.agree(locked) : 'duplicate';
    const isCorrection = isBooks && isSameMoney(said, attempt) && attempt.state === 'suspense' && attempt.seenMinor !== null;
    const corrected = isCorrection ? await this.money.correct(locked) : null;
    return corrected ?? this.contradict(locked, 'other_sum', said, isBooks);
  }

  /** Another sum than the attempt's is authorized. */
  otherSum(locked: LockedAttempt, said: Money, polledAt: Date | null): Promise<AttemptEffect> {
    return this.contradict(locked, 'other_sum', said, isOutOfBooks(locked.attempt, polledAt));
  }

  /** Nothing was taken. Ignored where the money was already returned, and for a mandate of 0, which is reported by itself. */
  async unpaid(locked: LockedAttempt, outcome: UnpaidOutcome, polledAt: Date | null): Promise<AttemptEffect> {
    const { attempt } = locked;
    if (attempt.amountMinor === 0 || attempt.state === 'returned') return 'too_late';
    const isBooks = isOutOfBooks(attempt, polledAt);
    // An open question about the sum is not replaced by another contradiction.
    if (attempt.contradiction === 'other_sum') return isBooks ? this.closeForStaff(locked) : 'for_staff';
    return this.contradict(locked, `${outcome}_after_payment`, null, isBooks);
  }

  /** The books agree with the record, so the contradiction was old. */
  private async agree(locked: LockedAttempt): Promise<AttemptEffect> {
    if (isPolledForPayment(locked.attempt)) await ATTEMPTS.set(locked.unit.tx, locked.attempt, { ...NO_CONFLICT, nextPollAt: null });
    return 'duplicate';
  }

  private async closeForStaff(locked: LockedAttempt): Promise<AttemptEffect> {
    if (isPolledForPayment(locked.attempt)) await ATTEMPTS.set(locked.unit.tx, locked.attempt, { nextPollAt: null });
    return 'for_staff';
  }

  private async contradict(
    locked: LockedAttempt,
    contradiction: AttemptConflict,
    said: Money | null,
    isBooks: boolean,
  ): Promise<AttemptEffect> {
    const { attempt } = locked;
    const now = this.clock.now();
    await ATTEMPTS.set(locked.unit.tx, locked.attempt, conflictOf(contradiction, said, now));
    if (!isPolledForPayment(attempt)) return 'for_staff';
    const capabilities = this.connectors.named(attempt.connector)?.capabilities[attempt.channel];
    await ATTEMPTS.set(locked.unit.tx, locked.attempt, {
      nextPollAt: !isBooks && canBePolled(attempt, capabilities) ? now : null,
      pollCount: 0,
    });
    return 'for_staff';
  }
}

function isOutOfBooks(attempt: PaymentAttempt, polledAt: Date | null): boolean {
  return polledAt !== null && isLatest(attempt, polledAt);
}

/** In other states the acquirer is polled anyway, or polled about the return. */
export function isPolledForPayment({ state, returnReference }: PaymentAttempt): boolean {
  return state === 'paid' || state === 'held' || (state === 'suspense' && returnReference === null);
}

/** The sum that the ledger has. */
function recorded({ amountMinor, currency, seenMinor, seenCurrency }: PaymentAttempt): Money {
  return seenMinor === null ? { amountMinor, currency } : { amountMinor: seenMinor, currency: seenCurrency ?? currency };
}
