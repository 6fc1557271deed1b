import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { ChannelConnectors } from '../../../../connectors/channels/port/channel-connectors.js';
import { isSameMoney, type Money } from '../../../../connectors/channels/port/money.js';
import { ATTEMPTS } from '../acquirer-attempts.js';
import type { PaymentAttempt } from '../payment-attempt.entity.js';
import { type AttemptContradiction, contradictionOf, isLatest, NO_CONTRADICTION, type Unpaid } from '../attempt-contradiction.js';
import type { AttemptEffect } from '../../at-channel/attempt-effect.js';
import { canBeAsked } from '../can-be-asked.js';
import type { LockedAttempt } from '../lock-attempt.js';
import { TakeMoneyService } from './take-money.service.js';

/**
 * Weighs a channel's word about an attempt whose money is on record. One that contradicts it moves nothing: it is kept, and the channel's
 * books are asked. They settle it, or staff have to. Words out of books are those with the time at which they were asked.
 */
@Injectable()
export class WeighWordService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly connectors: ChannelConnectors,
    private readonly money: TakeMoneyService,
  ) {}

  /** The money was taken. @param said null when the channel does not say how much. */
  async paid(locked: LockedAttempt, said: Money | null, askedAt: Date | null): Promise<AttemptEffect> {
    const { attempt } = locked;
    const isBooks = isOutOfBooks(attempt, askedAt);
    if (said === null && attempt.contradiction === 'other_sum') return isBooks ? this.leaveToStaff(locked) : 'duplicate';
    if (said === null || isSameMoney(said, recorded(attempt))) return isBooks ? this.agree(locked) : 'duplicate';
    const isCorrection = isBooks && isSameMoney(said, attempt) && attempt.state === 'suspense' && attempt.seenMinor !== null;
    const corrected = isCorrection ? await this.money.correct(locked) : null;
    return corrected ?? this.contradict(locked, 'other_sum', said, isBooks);
  }

  /** Another sum than was asked for is about to be taken. */
  otherSum(locked: LockedAttempt, said: Money, askedAt: Date | null): Promise<AttemptEffect> {
    return this.contradict(locked, 'other_sum', said, isOutOfBooks(locked.attempt, askedAt));
  }

  /** Nothing was taken. What is back has been taken all the same, and of a consent without money the consent tells. */
  async unpaid(locked: LockedAttempt, outcome: Unpaid, askedAt: Date | null): Promise<AttemptEffect> {
    const { attempt } = locked;
    if (attempt.amountMinor === 0 || attempt.state === 'returned') return 'too_late';
    const isBooks = isOutOfBooks(attempt, askedAt);
    // The sum stays in question, whatever else is said.
    if (attempt.contradiction === 'other_sum') return isBooks ? this.leaveToStaff(locked) : 'for_staff';
    return this.contradict(locked, `${outcome}_after_payment`, null, isBooks);
  }

  /** What contradicted the record was old. */
  private async agree(locked: LockedAttempt): Promise<AttemptEffect> {
    if (isAskedAboutPayment(locked.attempt)) await ATTEMPTS.set(locked.unit.tx, locked.attempt, { ...NO_CONTRADICTION, askAt: null });
    return 'duplicate';
  }

  private async leaveToStaff(locked: LockedAttempt): Promise<AttemptEffect> {
    if (isAskedAboutPayment(locked.attempt)) await ATTEMPTS.set(locked.unit.tx, locked.attempt, { askAt: null });
    return 'for_staff';
  }

  private async contradict(
    locked: LockedAttempt,
    contradiction: AttemptContradiction,
    said: Money | null,
    isBooks: boolean,
  ): Promise<AttemptEffect> {
    const { attempt } = locked;
    const now = this.clock.now();
    await ATTEMPTS.set(locked.unit.tx, locked.attempt, contradictionOf(contradiction, said, now));
    if (!isAskedAboutPayment(attempt)) return 'for_staff';
    const capabilities = this.connectors.named(attempt.connector)?.capabilities[attempt.channel];
    await ATTEMPTS.set(locked.unit.tx, locked.attempt, { askAt: !isBooks && canBeAsked(attempt, capabilities) ? now : null, askCount: 0 });
    return 'for_staff';
  }
}

function isOutOfBooks(attempt: PaymentAttempt, askedAt: Date | null): boolean {
  return askedAt !== null && isLatest(attempt, askedAt);
}

/** In other states the acquirer is asked anyway, or about what goes back. */
export function isAskedAboutPayment({ state, returnReference }: PaymentAttempt): boolean {
  return state === 'paid' || state === 'held' || (state === 'suspense' && returnReference === null);
}

/** What the ledger was told that was taken. */
function recorded({ amountMinor, currency, seenMinor, seenCurrency }: PaymentAttempt): Money {
  return seenMinor === null ? { amountMinor, currency } : { amountMinor: seenMinor, currency: seenCurrency ?? currency };
}
