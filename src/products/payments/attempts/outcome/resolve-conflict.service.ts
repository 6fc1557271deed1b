import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { AcquirerConnectors } from '../../../../connectors/acquirers/port/acquirer-connectors.js';
import { isSameMoney, type Money } from '../../../../connectors/acquirers/port/money.js';
import { ATTEMPTS } from '../acquirer-attempts.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import { isLatestPoll, pollingAfterConflict } from '../../../../platform/remote-operations/conflict.js';
import { conflictOf, NO_CONFLICT } from '../../acquirers/acquirer-object.js';
import type { AttemptConflict, UnpaidOutcome } from '../attempt-conflict.js';
import type { AttemptEffect } from '../../acquirers/attempt-effect.js';
import { NO_POLLS } from '../../../../platform/remote-operations/remote-operation.js';
import { canBePolled } from '../can-be-polled.js';
import type { LockedAttempt } from '../lock-attempt.js';
import { AllocateFundsService } from './allocate-funds.service.js';

/**
 * Handles a status update that may conflict with what is recorded of an attempt. A conflict books nothing: it is stored, and the acquirer is polled.
 * The result of a poll that began after the conflict resolves it or leaves it to staff.
 */
@Injectable()
export class ResolveConflictService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly connectors: AcquirerConnectors,
    private readonly allocateFunds: AllocateFundsService,
  ) {}

  /**
   * Handles the update that the acquirer captured money for an attempt whose money is booked already.
   * @param money null when the update has no amount.
   * @param polledAt undefined when the update is not from a poll.
   */
  async paid(locked: LockedAttempt, money: Money | null, polledAt: Date | undefined): Promise<AttemptEffect> {
    const { attempt } = locked;
    const isLatest = isLatestPoll(attempt, polledAt);
    // An update without an amount does not resolve a conflict about the amount.
    if (money === null && attempt.conflict === 'other_sum') return isLatest ? this.leaveToStaff(locked) : 'duplicate';
    if (money === null || isSameMoney(money, bookedMoney(attempt))) return isLatest ? this.clearConflict(locked) : 'duplicate';
    // The money is in suspense because of another amount, and the poll shows the attempt's amount.
    const isCorrection = isLatest && isSameMoney(money, attempt) && attempt.state === 'suspense' && attempt.capturedMinor !== null;
    const corrected = isCorrection ? await this.allocateFunds.correct(locked) : null;
    return corrected ?? this.storeConflict(locked, 'other_sum', money, isLatest);
  }

  /**
   * Handles the update that the acquirer authorized money that it has already captured. Only another amount is a conflict. An authorization
   * resolves no conflict, so the latest poll leaves an earlier one to staff.
   */
  async authorized(locked: LockedAttempt, money: Money | null, polledAt: Date | undefined): Promise<AttemptEffect> {
    const { attempt } = locked;
    if (money && !isSameMoney(money, bookedMoney(attempt))) return this.storeAmountConflict(locked, money, polledAt);
    if (attempt.conflict && isLatestPoll(attempt, polledAt)) return this.leaveToStaff(locked);
    return money ? 'duplicate' : 'too_late';
  }

  /** Stores the conflict that the acquirer authorized another amount than the attempt's. */
  storeAmountConflict(locked: LockedAttempt, money: Money, polledAt: Date | undefined): Promise<AttemptEffect> {
    return this.storeConflict(locked, 'other_sum', money, isLatestPoll(locked.attempt, polledAt));
  }

  /**
   * Handles the update that the acquirer captured nothing. It is ignored for a setup payment, whose mandate has its own status updates.
   */
  async unpaid(locked: LockedAttempt, outcome: UnpaidOutcome, polledAt: Date | undefined): Promise<AttemptEffect> {
    const { attempt } = locked;
    if (attempt.amountMinor === 0) return 'too_late';
    const isLatest = isLatestPoll(attempt, polledAt);
    // An unresolved conflict about the amount is not replaced by another conflict.
    if (attempt.conflict === 'other_sum') return isLatest ? this.leaveToStaff(locked) : 'for_staff';
    return this.storeConflict(locked, `${outcome}_after_payment`, null, isLatest);
  }

  /** The poll confirms what is booked, so the conflicting update was outdated. */
  private async clearConflict(locked: LockedAttempt): Promise<AttemptEffect> {
    if (isPolledForPayment(locked.attempt)) await ATTEMPTS.set(locked.unit.tx, locked.attempt, { ...NO_CONFLICT, ...NO_POLLS });
    return 'duplicate';
  }

  private async leaveToStaff(locked: LockedAttempt): Promise<AttemptEffect> {
    if (isPolledForPayment(locked.attempt)) await ATTEMPTS.set(locked.unit.tx, locked.attempt, NO_POLLS);
    return 'for_staff';
  }

  private async storeConflict(
    locked: LockedAttempt,
    conflict: AttemptConflict,
    money: Money | null,
    isLatest: boolean,
  ): Promise<AttemptEffect> {
    const { attempt } = locked;
    const now = this.clock.now();
    const capabilities = this.connectors.find(attempt.connector)?.capabilities[attempt.channel];
    const isEnd = isLatest || !canBePolled(attempt, capabilities);
    const polling = isPolledForPayment(attempt) ? pollingAfterConflict(now, isEnd) : {};
    await ATTEMPTS.set(locked.unit.tx, attempt, { ...conflictOf(conflict, money, now), ...polling });
    return 'for_staff';
  }
}

/** Whether a conflict makes the gateway poll about the payment. In other states the attempt is polled anyway, or its reversal is polled. */
export function isPolledForPayment({ state, reversalReference }: PaymentAttempt): boolean {
  return state === 'paid' || state === 'held' || (state === 'suspense' && reversalReference === null);
}

function bookedMoney({ amountMinor, currency, capturedMinor, capturedCurrency }: PaymentAttempt): Money {
  return capturedMinor === null ? { amountMinor, currency } : { amountMinor: capturedMinor, currency: capturedCurrency ?? currency };
}
