import { proportionalPart } from './amounts.js';
import type { AcquirerAttempt, OnlinePayment, Sum } from './online-payment.js';

/** Money of an attempt that the acquirer has taken back because the payer disputed it. */
export interface Chargeback {
  /** `p3/1-c1` in stories, and the acquirer's id of it. */
  name: string;
  attempt: AcquirerAttempt;
  money: Sum;
  /** The grosz in the ledger's entry; null while there is no entry. */
  grosz: number | null;
  /** The gateway has received a report of it, in this step or earlier. */
  told: 'now' | 'before' | null;
  /** Whether the partner was to bear it when the gateway received the report. */
  wasDue: boolean;
  /** Everything that the acquirer reports under one id is one event; the gateway books one of its reports. */
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
export function isBookable({ attempt, money, grosz, event }: Chargeback): boolean {
  const { payment, asked } = attempt;
  const left = asked.amount - deductions(payment).amount;
  return grosz === null && !event.isBooked && payment.counted === attempt && money.currency === asked.currency && money.amount <= left;
}

/** The part of a payment that active refunds and booked chargebacks return, and the grosz entered for it. */
export function deductions({ refunds, counted }: OnlinePayment): { amount: number; grosz: number } {
  const parts = [
    ...refunds.filter(({ lives }) => lives).map(({ amount, grosz }) => ({ amount, grosz })),
    ...(counted?.chargebacks ?? []).map(({ money, grosz }) => ({ amount: money.amount, grosz })),
  ];
  const entered = parts.filter(({ grosz }) => grosz !== null);
  return {
    amount: entered.reduce((sum, { amount }) => sum + amount, 0),
    grosz: entered.reduce((sum, { grosz }) => sum + (grosz ?? 0), 0),
  };
}

/**
 * The value of everything returned with this part, rounded half up, minus the values of the other parts: so the parts of a payment add up
 * to the whole.
 */
export function deductionValue(payment: OnlinePayment, amount: number): number {
  const others = deductions(payment);
  return Math.max(0, proportionalPart(payment.grosz, others.amount + amount, payment.asked.amount) - others.grosz);
}

function entered(chargebacks: readonly Chargeback[]): readonly Chargeback[] {
  return chargebacks.filter(({ grosz }) => grosz !== null);
}
