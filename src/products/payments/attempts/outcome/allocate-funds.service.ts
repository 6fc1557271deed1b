import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { AcquirerConnectors } from '../../../../connectors/acquirers/port/acquirer-connectors.js';
import { isSameMoney, type Money } from '../../../../connectors/acquirers/port/money.js';
import { plnValue } from '../../currencies/rate.js';
import { ExchangeRatesQuery } from '../../currencies/exchange-rates.query.js';
import { PaymentAttempt } from '../payment-attempt.entity.js';
import type { PaymentTransaction } from '../../transactions/payment-transaction.entity.js';
import { VelocityQuery } from './velocity.query.js';
import { PaymentSubjects } from '../payment-subjects.js';
import { isConfirmedCharge, isWithinLimits } from './charge-of-attempt.js';
import type { AttemptEffect } from '../../acquirers/attempt-effect.js';
import { NO_CONFLICT } from '../attempt-conflict.js';
import { correctedEntry } from '../ledger-entries.js';
import { LIVE_STATES } from '../attempt-transitions.js';
import { MarkAttemptsAbandonedService } from './mark-attempts-abandoned.service.js';
import type { LockedAttempt } from '../lock-attempt.js';

/**
 * Books money that an acquirer has taken: to the payment, as held, or as suspense. It is suspense money when the payment is paid already, when the
 * mandate's limits are used up, or when the amount is another one. Late money is booked even if the payment has expired, failed or was cancelled.
 */
@Injectable()
export class AllocateFundsService {
  constructor(
    private readonly subjects: PaymentSubjects,
    private readonly clock: BusinessClock,
    private readonly velocity: VelocityQuery,
    private readonly rates: ExchangeRatesQuery,
    private readonly connectors: AcquirerConnectors,
    private readonly markAbandoned: MarkAttemptsAbandonedService,
  ) {}

  /** @param money the amount that the acquirer says it took; null when it names none. */
  async run(locked: LockedAttempt, money: Money | null): Promise<AttemptEffect> {
    if (money && !isSameMoney(money, locked.attempt)) return this.suspendOtherAmount(locked, money);
    const others = await liveOthers(locked);
    const reason = await this.findSuspenseReason(locked, others);
    return reason
      ? this.suspendFunds(locked, reason)
      : this.allocate(locked, others, money ? { ...NOTHING_OPEN, ...NO_CONFLICT } : NOTHING_OPEN);
  }

  /**
   * Moves money from suspense to the payment, after a poll showed that the acquirer took the right amount, not another one.
   * @returns null when the payment cannot take the money any more.
   */
  async correct(locked: LockedAttempt): Promise<AttemptEffect | null> {
    const { unit, attempt } = locked;
    const others = await liveOthers(locked);
    if (await this.findSuspenseReason(locked, others)) return null;
    const entry = correctedEntry(attempt, this.clock.now());
    if (entry) unit.post(entry);
    const { suspenseMinor: correctedMinor } = attempt;
    const noOtherAmount = { capturedMinor: null, capturedCurrency: null, suspenseMinor: null };
    return this.allocate(locked, others, { ...NOTHING_OPEN, ...NO_CONFLICT, ...noOtherAmount, correctedMinor });
  }

  private async findSuspenseReason(
    { unit, row, attempt }: LockedAttempt,
    others: readonly PaymentAttempt[],
  ): Promise<'paid_already' | 'limits_used_up' | null> {
    // An authorized attempt will be captured, so it counts as paid.
    if (row.commissionMinor !== null || others.some(({ state }) => state !== 'sent' && state !== 'pending')) return 'paid_already';
    return (await isWithinLimits(unit, attempt)) ? null : 'limits_used_up';
  }

  /** @param others the payment's other live attempts. They are abandoned, because their money would be a second payment. */
  private async allocate(locked: LockedAttempt, others: readonly PaymentAttempt[], set: Partial<PaymentAttempt>): Promise<AttemptEffect> {
    await this.markAbandoned.run(locked.unit, others, 'paid_by_another');
    return this.isOpen(locked.row) && (await this.hold(locked, set)) ? 'held' : this.pay(locked, set);
  }

  private async pay(locked: LockedAttempt, paid: Partial<PaymentAttempt>): Promise<AttemptEffect> {
    const { unit, row, attempt } = locked;
    await unit.move(this.subjects.attempt, [attempt], { to: 'paid', reason: 'channel_paid', set: paid });
    await this.ensureGenerated(locked);
    const set = { ...shareOf(attempt), paidAt: this.clock.now(), failureReason: null };
    await unit.move(this.subjects.payment, [row], { to: 'transaction_paid', reason: 'channel_paid', set });
    return 'applied';
  }

  private async hold(locked: LockedAttempt, paid: Partial<PaymentAttempt>): Promise<boolean> {
    const { unit, row, attempt } = locked;
    const rule = await this.velocity.findViolatedRule(unit.tx, attempt);
    if (rule === null || (await isConfirmedCharge(unit, attempt))) return false;
    await unit.move(this.subjects.attempt, [attempt], { to: 'held', reason: rule, set: { ...paid, wasHeld: true } });
    await this.ensureGenerated(locked);
    const set = { ...shareOf(attempt), heldAt: this.clock.now(), holdReason: rule, failureReason: null };
    await unit.move(this.subjects.payment, [row], { to: 'transaction_fraud_possibility', reason: rule, set });
    return true;
  }

  /** A callback may arrive before the response to the start call. The payment is then still `transaction_new`. */
  private async ensureGenerated({ unit, row }: LockedAttempt): Promise<void> {
    if (row.status === 'transaction_new')
      await unit.move(this.subjects.payment, [row], { to: 'transaction_generated', reason: 'channel_started' });
  }

  private async suspendFunds(locked: LockedAttempt, reason: string): Promise<AttemptEffect> {
    const { channel, connector, plnMinor: suspenseMinor } = locked.attempt;
    const refunds = this.connectors.find(connector)?.capabilities[channel]?.refunds;
    if (refunds)
      await this.suspend(locked, 'return_due', reason, { suspenseMinor, reversalReference: uuidv7(), nextPollAt: this.clock.now() });
    else await this.suspend(locked, 'suspense', reason, { suspenseMinor, nextPollAt: null });
    return 'suspended';
  }

  /** Only staff can find out on which amount the payer and the acquirer agreed. */
  private async suspendOtherAmount(locked: LockedAttempt, { amountMinor, currency }: Money): Promise<AttemptEffect> {
    const { row, attempt, unit } = locked;
    const rate = currency === row.currency ? row.plnRate : await this.rates.of(currency, unit.tx);
    const suspenseMinor = rate === null ? attempt.plnMinor : plnValue(amountMinor, rate);
    await this.suspend(locked, 'suspense', 'other_sum', {
      ...NO_CONFLICT,
      suspenseMinor,
      capturedMinor: amountMinor,
      capturedCurrency: currency,
      nextPollAt: null,
    });
    // The right amount will never be taken, and a confirmed payment does not expire. The payment therefore fails now.
    if (row.status === 'transaction_confirmed')
      await unit.move(this.subjects.payment, [row], { to: 'transaction_failure', reason: 'other_sum', set: { failureReason: 'other' } });
    return 'suspended';
  }

  private async suspend(
    { unit, attempt }: LockedAttempt,
    to: 'return_due' | 'suspense',
    reason: string,
    set: Partial<PaymentAttempt>,
  ): Promise<void> {
    await unit.move(this.subjects.attempt, [attempt], { to, reason, set: { ...set, next: NOTHING_OPEN.next, pollCount: 0 } });
  }

  /** A payment that has ended cannot be held. */
  private isOpen({ status }: PaymentTransaction): boolean {
    return ['transaction_new', 'transaction_generated', 'transaction_confirmed'].includes(status);
  }
}

/** Other live attempts of the same payment. */
function liveOthers({ unit, attempt: { transactionId, reference } }: LockedAttempt): Promise<PaymentAttempt[]> {
  return unit.tx.findBy(PaymentAttempt, { transactionId, reference: Not(reference), state: In([...LIVE_STATES]) });
}

const NOTHING_OPEN = { next: { kind: 'none' }, reason: null, nextPollAt: null, pollCount: 0 } satisfies Partial<PaymentAttempt>;

/** Channel and shares of the attempt that took the money. The payer may have chosen another channel since. */
function shareOf({ channel, test, commissionMinor, partnerMinor }: PaymentAttempt): Partial<PaymentTransaction> {
  return { channel, test, commissionMinor, partnerMinor };
}
