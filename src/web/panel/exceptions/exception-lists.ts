import { Injectable } from '@nestjs/common';
import type { SeekCursor } from '../../../common/pagination/seek-cursor.js';
import { ChargeQueries, type LateBooking } from '../../../products/direct-billing/charges/charge.queries.js';
import { ChargebacksQuery } from '../../../products/payments/chargebacks/chargebacks.query.js';
import { PaymentExceptionQueries } from '../../../products/payments/review/payment-exception.queries.js';
import type { PanelTexts } from '../texts/texts.js';

/**
 * - `refunds`: refunds without a definite outcome, or with a conflict
 * - `unmatched`: online payments with money in suspense
 * - `late`: DirectBilling charges that were booked after their transaction had ended
 * - `chargebacks`: money that payers' banks took back
 * - `conflicts`: online payments with a conflict
 * - `bills`: DirectBilling charges with a conflict
 */
export const EXCEPTION_LISTS = ['refunds', 'unmatched', 'late', 'chargebacks', 'conflicts', 'bills'] as const;
export type ExceptionList = (typeof EXCEPTION_LISTS)[number];

interface Money {
  minor: number;
  currency: string;
}

type ExceptionKind = keyof PanelTexts['exceptions']['what'];
type Advice = keyof PanelTexts['exceptions']['advice'];

/** One case that the gateway could not resolve by itself. */
export interface ExceptionRow extends SeekCursor {
  caseKind: ExceptionKind;
  advice: Advice;
  /** When the provider is polled next; null when no poll is planned. */
  nextPollAt: Date | null;
  /** The amount in the ledger. */
  ledgerAmount: Money | null;
  /** The amount in the provider's status update; null if it does not differ. */
  providerAmount: Money | null;
  /** Channel and connector, or the operator. */
  through: string;
  /** The provider's reference; the gateway's own when there is none. */
  reference: string;
  transactionId: string | null;
  serviceId: string | null;
  test: boolean;
}

/** Reads the lists of cases for staff in one shape. The command line has the same lists. */
@Injectable()
export class ExceptionLists {
  constructor(
    private readonly payments: PaymentExceptionQueries,
    private readonly chargebacks: ChargebacksQuery,
    private readonly charges: ChargeQueries,
  ) {}

  /** Keeps the order of each list: cases that need a decision oldest first, cases that are only reported newest first. */
  readExceptionRows(list: ExceptionList, limit: number, after: SeekCursor | null): Promise<ExceptionRow[]> {
    const readers: Record<ExceptionList, () => Promise<ExceptionRow[]>> = {
      refunds: async () => (await this.payments.openRefunds(limit, after)).map(fromRefund),
      unmatched: async () => (await this.payments.attemptsWithSuspenseMoney(limit, after)).map(fromUnmatched),
      late: async () => (await this.charges.bookedLate(limit, after)).map(fromLateBooking),
      chargebacks: async () => (await this.chargebacks.run(limit, after)).map(fromChargeback),
      conflicts: async () => (await this.payments.attemptsWithConflict(limit, after)).map(fromConflict),
      bills: async () => (await this.charges.conflicting(limit, after)).map(fromCharge),
    };
    return readers[list]();
  }
}

type Refund = Awaited<ReturnType<PaymentExceptionQueries['openRefunds']>>[number];
type Attempt = Awaited<ReturnType<PaymentExceptionQueries['attemptsWithSuspenseMoney']>>[number];
type Chargeback = Awaited<ReturnType<ChargebacksQuery['run']>>[number];
type Charge = Awaited<ReturnType<ChargeQueries['conflicting']>>[number];

const moneyOf = (minor: number | null, currency: string | null): Money | null =>
  minor === null || currency === null ? null : { minor, currency };

const fromRefund = (refund: Refund): ExceptionRow => ({
  at: refund.createdAt,
  id: refund.id,
  caseKind: refund.conflict ?? (refund.status === 'refund_new' ? 'refund_new' : 'refund_pending'),
  advice: refund.nextPollAt ? 'asked' : refund.conflict ? 'settle' : 'stuck',
  nextPollAt: refund.nextPollAt,
  ledgerAmount: moneyOf(refund.amountMinor, refund.currency),
  providerAmount: moneyOf(refund.conflictMinor, refund.conflictCurrency),
  through: `${refund.channel} · ${refund.connector}`,
  reference: refund.providerRef ?? refund.id,
  transactionId: refund.transactionId,
  serviceId: refund.serviceId,
  test: refund.test,
});

const fromAttempt = (attempt: Attempt): Omit<ExceptionRow, 'at' | 'caseKind' | 'advice' | 'ledgerAmount'> => ({
  id: attempt.reference,
  nextPollAt: attempt.nextPollAt,
  providerAmount: moneyOf(attempt.conflictMinor, attempt.conflictCurrency),
  through: `${attempt.channel} · ${attempt.connector}`,
  reference: attempt.providerRef ?? attempt.reference,
  transactionId: attempt.transactionId,
  serviceId: attempt.serviceId,
  test: attempt.test,
});

const fromUnmatched = (attempt: Attempt): ExceptionRow => ({
  ...fromAttempt(attempt),
  at: attempt.updatedAt,
  caseKind: attempt.conflict ?? (attempt.state === 'return_due' ? 'return_due' : attempt.state === 'returned' ? 'returned' : 'suspense'),
  advice: attempt.conflict
    ? attempt.nextPollAt
      ? 'asked'
      : 'settle'
    : attempt.state === 'return_due'
      ? 'returning'
      : attempt.state === 'returned'
        ? 'nothing'
        : 'unmatched',
  ledgerAmount: moneyOf(attempt.suspenseMinor, 'PLN'),
});

const fromConflict = (attempt: Attempt): ExceptionRow => ({
  ...fromAttempt(attempt),
  at: attempt.conflictAt ?? attempt.updatedAt,
  caseKind: attempt.conflict ?? 'other_sum',
  advice: attempt.nextPollAt ? 'asked' : 'settle',
  ledgerAmount: moneyOf(attempt.capturedMinor ?? attempt.amountMinor, attempt.capturedCurrency ?? attempt.currency),
});

const fromLateBooking = (booking: LateBooking): ExceptionRow => ({
  at: booking.at,
  id: booking.chargeReference,
  caseKind: booking.state,
  advice: booking.state === 'reversed' ? 'nothing' : 'returning',
  nextPollAt: null,
  ledgerAmount: moneyOf(booking.grossMinor, 'PLN'),
  providerAmount: null,
  through: booking.operator,
  reference: booking.chargeReference,
  transactionId: booking.transactionId,
  serviceId: booking.serviceId,
  test: booking.test,
});

const fromChargeback = (chargeback: Chargeback): ExceptionRow => ({
  at: chargeback.at,
  id: chargeback.id,
  caseKind: chargeback.state,
  advice: chargeback.state === 'booked' ? 'evidence' : 'unbooked',
  nextPollAt: null,
  ledgerAmount: moneyOf(chargeback.amountMinor, chargeback.currency),
  providerAmount: null,
  through: [chargeback.channel, chargeback.connector].filter(Boolean).join(' · '),
  reference: chargeback.eventId,
  transactionId: chargeback.transactionId,
  serviceId: null,
  test: chargeback.test ?? false,
});

const fromCharge = (charge: Charge): ExceptionRow => ({
  at: charge.conflictAt ?? charge.updatedAt,
  id: charge.reference,
  caseKind: charge.conflict ?? 'other_sum',
  advice: charge.nextPollAt ? 'asked' : 'settle',
  nextPollAt: charge.nextPollAt,
  ledgerAmount: moneyOf(charge.grossMinor, 'PLN'),
  providerAmount: null,
  through: charge.operator,
  reference: charge.reference,
  transactionId: charge.transactionId,
  serviceId: null,
  test: charge.test,
});
