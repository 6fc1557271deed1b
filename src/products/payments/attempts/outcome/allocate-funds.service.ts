import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { AcquirerConnectors } from '../../../../connectors/acquirers/port/acquirer-connectors.js';
import { isSameMoney, type Money } from '../../../../connectors/acquirers/port/money.js';
import { plnValue } from '../../exchange-rates/rate.js';
import { RateQueries } from '../../exchange-rates/rate.queries.js';
import { PaymentAttempt } from '../payment-attempt.entity.js';
import type { PaymentTransaction } from '../../payments/payment-transaction.entity.js';
import { VelocityQuery } from '../../risk/velocity.query.js';
import { ATTEMPT, PAYMENT } from '../payment-subject.js';
import { isConfirmedCharge, isWithinLimits } from '../../mandates/charge-of-attempt.js';
import type { AttemptEffect } from '../../acquirers/attempt-effect.js';
import { NO_POLLS } from '../../../../platform/remote-operations/remote-operation.js';
import { NO_CONFLICT } from '../../acquirers/acquirer-object.js';
import { correctedEntry } from '../ledger-entries.js';
import { LIVE_STATES } from '../states.js';
import { MarkAttemptsAbandonedService } from './mark-attempts-abandoned.service.js';
import type { LockedAttempt } from '../lock-attempt.js';

/**
 * Books money that an acquirer has captured: to the payment, as held, or as suspense. It is suspense money when the payment is paid
 * already, when the mandate's limits are used up, or when the amount is not the attempt's. Late money is booked even if the payment has
 * expired, failed or was cancelled.
 */
@Injectable()
export class AllocateFundsService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly velocity: VelocityQuery,
    private readonly rates: RateQueries,
    private readonly connectors: AcquirerConnectors,
    private readonly markAbandoned: MarkAttemptsAbandonedService,
  ) {}

  /** @param money the captured amount in the status update; null when the update has none. */
  async run(locked: LockedAttempt, money: Money | null): Promise<AttemptEffect> {
    if (money && !isSameMoney(money, locked.attempt)) return this.suspendOtherAmount(locked, money);
    const otherAttempts = await findOtherLiveAttempts(locked);
    const reason = await this.findSuspenseReason(locked, otherAttempts);
    // Only an update with an amount resolves a conflict about the amount.
    return reason
      ? this.suspendFunds(locked, reason)
      : this.allocate(locked, otherAttempts, money ? { ...NO_FURTHER_STEPS, ...NO_CONFLICT } : NO_FURTHER_STEPS);
  }

  /**
   * Moves money from suspense to the payment, after a poll showed that the acquirer captured the attempt's amount, not another one.
   * @returns null when the money has to stay in suspense for another reason.
   */
  async correct(locked: LockedAttempt): Promise<AttemptEffect | null> {
    const { unit, attempt } = locked;
    const otherAttempts = await findOtherLiveAttempts(locked);
    if (await this.findSuspenseReason(locked, otherAttempts)) return null;
    const entry = correctedEntry(attempt, this.clock.now());
    if (entry) unit.post(entry);
    const { suspenseMinor: correctedMinor } = attempt;
    const noSuspense = { capturedMinor: null, capturedCurrency: null, suspenseMinor: null };
    return this.allocate(locked, otherAttempts, { ...NO_FURTHER_STEPS, ...NO_CONFLICT, ...noSuspense, correctedMinor });
  }

  private async findSuspenseReason(
    { unit, row, attempt }: LockedAttempt,
    otherAttempts: readonly PaymentAttempt[],
  ): Promise<'paid_already' | 'limits_used_up' | null> {
    // A payment has shares once money is booked to it. An authorized attempt will be captured, so it counts like a paid or held one.
    if (row.commissionMinor !== null || otherAttempts.some(({ state }) => state !== 'sent' && state !== 'pending')) return 'paid_already';
    return (await isWithinLimits(unit, attempt)) ? null : 'limits_used_up';
  }

  /**
   * @param otherAttempts the payment's other live attempts. They are abandoned, because their money would be a second payment.
   * @param attemptColumns columns of the attempt that change with its state.
   */
  private async allocate(
    locked: LockedAttempt,
    otherAttempts: readonly PaymentAttempt[],
    attemptColumns: Partial<PaymentAttempt>,
  ): Promise<AttemptEffect> {
    await this.markAbandoned.run(locked.unit, otherAttempts, 'paid_by_another');
    return this.canBeHeld(locked.row) && (await this.hold(locked, attemptColumns)) ? 'held' : this.pay(locked, attemptColumns);
  }

  private async pay(locked: LockedAttempt, attemptColumns: Partial<PaymentAttempt>): Promise<AttemptEffect> {
    const { unit, row, attempt } = locked;
    await unit.move(ATTEMPT, [attempt], { to: 'paid', reason: 'channel_paid', set: attemptColumns });
    await this.ensureGenerated(locked);
    const set = { ...channelAndSharesOf(attempt), paidAt: this.clock.now(), failureReason: null };
    await unit.move(PAYMENT, [row], { to: 'transaction_paid', reason: 'channel_paid', set });
    return 'applied';
  }

  /** @returns false when no velocity rule is violated, or when the payer has confirmed the charge that a rule held before. */
  private async hold(locked: LockedAttempt, attemptColumns: Partial<PaymentAttempt>): Promise<boolean> {
    const { unit, row, attempt } = locked;
    const rule = await this.velocity.findViolatedRule(unit.tx, attempt);
    if (rule === null || (await isConfirmedCharge(unit, attempt))) return false;
    await unit.move(ATTEMPT, [attempt], { to: 'held', reason: rule, set: { ...attemptColumns, wasHeld: true } });
    await this.ensureGenerated(locked);
    const set = { ...channelAndSharesOf(attempt), heldAt: this.clock.now(), holdReason: rule, failureReason: null };
    await unit.move(PAYMENT, [row], { to: 'transaction_fraud_possibility', reason: rule, set });
    return true;
  }

  /** A callback may arrive before the response to the start call. The payment is then still `transaction_new`. */
  private async ensureGenerated({ unit, row }: LockedAttempt): Promise<void> {
    if (row.status === 'transaction_new') await unit.move(PAYMENT, [row], { to: 'transaction_generated', reason: 'channel_started' });
  }

  /** The money is reversed if the channel supports refunds. Otherwise it is left to staff. */
  private async suspendFunds(locked: LockedAttempt, reason: string): Promise<AttemptEffect> {
    const { channel, connector, plnMinor: suspenseMinor } = locked.attempt;
    const refundCapabilities = this.connectors.find(connector)?.capabilities[channel]?.refunds;
    if (refundCapabilities)
      await this.suspend(locked, 'return_due', reason, { suspenseMinor, reversalReference: uuidv7(), nextPollAt: this.clock.now() });
    else await this.suspend(locked, 'suspense', reason, { suspenseMinor, nextPollAt: null });
    return 'suspended';
  }

  /** The money is left to staff: only they can find out which amount the payer agreed to. */
  private async suspendOtherAmount(locked: LockedAttempt, { amountMinor, currency }: Money): Promise<AttemptEffect> {
    const { row, attempt, unit } = locked;
    // Without an exchange rate for the currency, the attempt's own value is booked, so that the money is in the ledger.
    const rate = currency === row.currency ? row.plnRate : await this.rates.latestRate(currency, unit.tx);
    const suspenseMinor = rate === null ? attempt.plnMinor : plnValue(amountMinor, rate);
    await this.suspend(locked, 'suspense', 'other_sum', {
      ...NO_CONFLICT,
      suspenseMinor,
      capturedMinor: amountMinor,
      capturedCurrency: currency,
      nextPollAt: null,
    });
    // The acquirer will not capture the attempt's amount any more, and a confirmed payment does not expire. So the payment fails now.
    if (row.status === 'transaction_confirmed')
      await unit.move(PAYMENT, [row], { to: 'transaction_failure', reason: 'other_sum', set: { failureReason: 'other' } });
    return 'suspended';
  }

  private async suspend(
    { unit, attempt }: LockedAttempt,
    to: 'return_due' | 'suspense',
    reason: string,
    set: Partial<PaymentAttempt>,
  ): Promise<void> {
    await unit.move(ATTEMPT, [attempt], { to, reason, set: { ...set, next: NO_FURTHER_STEPS.next, pollCount: 0 } });
  }

  /**
   * Whether a velocity rule may hold the money. Late money for a payment that failed, expired or was cancelled skips the rules, because
   * `PAYMENT_TRANSITIONS` allows only `transaction_paid` after these statuses.
   */
  private canBeHeld({ status }: PaymentTransaction): boolean {
    return ['transaction_new', 'transaction_generated', 'transaction_confirmed'].includes(status);
  }
}

function findOtherLiveAttempts({ unit, attempt: { transactionId, reference } }: LockedAttempt): Promise<PaymentAttempt[]> {
  return unit.tx.findBy(PaymentAttempt, { transactionId, reference: Not(reference), state: In([...LIVE_STATES]) });
}

/** The payer has nothing more to do, and the acquirer need not be polled. */
const NO_FURTHER_STEPS = { next: { kind: 'none' }, reason: null, ...NO_POLLS } satisfies Partial<PaymentAttempt>;

/** The payment gets the channel and shares of the attempt that was captured. The payer may have chosen another channel since. */
function channelAndSharesOf({ channel, test, commissionMinor, partnerMinor }: PaymentAttempt): Partial<PaymentTransaction> {
  return { channel, test, commissionMinor, partnerMinor };
}
