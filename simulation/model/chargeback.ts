import { proportionalPart } from './amounts.js';
import type { AcquirerAttempt, OnlinePayment, Sum } from './online-payment.js';

/** Money of an attempt that the acquirer has taken back because the payer disputed it. */
export interface Chargeback {
  /** `p3/1-c1` in transcripts, and the acquirer's id of it. */
  name: string;
  attempt: AcquirerAttempt;
  money: Sum;
  /** The grosz in the ledger's entry; null while there is no entry. */
  plnMinor: number | null;
  /** The gateway has received a report of it, in this step or earlier. */
  callbackReceived: 'now' | 'before' | null;
  /** Whether the partner was to bear it when the gateway received the report. */
  wasDue: boolean;
  /** Everything that the acquirer reports under one id is one event; the gateway posts one of its reports. */
  event: { isBooked: boolean };
  /** The step in which the acquirer first reported it. */
  step: number;
}

/** What is left of the payment, apart from the partner's own refunds. */
export function chargedBackTotal({ chargebacks }: AcquirerAttempt): number {
  return entered(chargebacks).reduce((sum, { money }) => sum + money.amount, 0);
}

/** What was booked of it. */
export function bookedChargebacks({ chargebacks }: AcquirerAttempt): Sum[] {
  return entered(chargebacks).map(({ money }) => money);
}

/**
 * Whether the partner bears it: the payment is the partner's, the currency is the same, and enough of the payment is left. Any other case
 * goes to staff.
 */
export function isBookable({ attempt, money, plnMinor, event }: Chargeback): boolean {
  const { payment, requested } = attempt;
  const left = requested.amount - deductions(payment).amount;
  return (
    plnMinor === null &&
    !event.isBooked &&
    payment.bookedAttempt === attempt &&
    money.currency === requested.currency &&
    money.amount <= left
  );
}

/** The part of a payment that active refunds and booked chargebacks return, and the grosz entered for it. */
export function deductions({ refunds, bookedAttempt }: OnlinePayment): { amount: number; plnMinor: number } {
  const parts = [
    ...refunds.filter(({ isActive }) => isActive).map(({ amount, reservedPln }) => ({ amount, plnMinor: reservedPln })),
    ...(bookedAttempt?.chargebacks ?? []).map(({ money, plnMinor }) => ({ amount: money.amount, plnMinor: plnMinor })),
  ];
  const entered = parts.filter(({ plnMinor }) => plnMinor !== null);
  return {
    amount: entered.reduce((sum, { amount }) => sum + amount, 0),
    plnMinor: entered.reduce((sum, { plnMinor }) => sum + (plnMinor ?? 0), 0),
  };
}

/**
 * The value of everything returned with this part, rounded half up, minus the values of the other parts: so the parts of a payment add up
 * to the whole.
 */
export function deductionValue(payment: OnlinePayment, amount: number): number {
  const others = deductions(payment);
  return Math.max(0, proportionalPart(payment.plnMinor, others.amount + amount, payment.requested.amount) - others.plnMinor);
}

function entered(chargebacks: readonly Chargeback[]): readonly Chargeback[] {
  return chargebacks.filter(({ plnMinor }) => plnMinor !== null);
}
