import { proportionalPart } from './amounts.js';
import type { AcquirerAttempt, OnlinePayment, ModelMoney } from './online-payment.js';

/** Money of an attempt that the acquirer has taken back, because the payer disputed the payment. */
export interface Chargeback {
  /** The acquirer's event id: `p3/1-c12` for the attempt `p3/1` and step 12. */
  name: string;
  attempt: AcquirerAttempt;
  money: ModelMoney;
  /** Grosz of its ledger entry; null while it is not booked. */
  plnMinor: number | null;
  /** When the gateway first acknowledged a callback about it; null before. */
  callbackReceived: 'in this step' | 'earlier' | null;
  /** Whether it was bookable when the acquirer sent its latest callback. */
  wasBookable: boolean;
  /** Shared by all chargebacks with the same event id. The gateway books one of them. */
  event: { isBooked: boolean };
  /** Index of the step that created it. */
  step: number;
}

/** Sum of the booked chargebacks, in the attempt's currency. */
export function chargedBackTotal({ chargebacks }: AcquirerAttempt): number {
  return bookedOnly(chargebacks).reduce((sum, { money }) => sum + money.amount, 0);
}

/** Money of the booked chargebacks. */
export function bookedChargebacks({ chargebacks }: AcquirerAttempt): ModelMoney[] {
  return bookedOnly(chargebacks).map(({ money }) => money);
}

/**
 * Whether the gateway must book the chargeback: no chargeback of its event is booked, its attempt is the booked one, the currency is the
 * same, and enough of the payment is left. Any other chargeback is shown to staff.
 */
export function isBookable({ attempt, money, plnMinor, event }: Chargeback): boolean {
  const { payment, requested } = attempt;
  const remaining = requested.amount - deductions(payment).amount;
  return (
    plnMinor === null &&
    !event.isBooked &&
    payment.bookedAttempt === attempt &&
    money.currency === requested.currency &&
    money.amount <= remaining
  );
}

/** Sum of the active refunds and booked chargebacks: in the payment's currency, and in grosz of the ledger. */
export function deductions({ refunds, bookedAttempt }: OnlinePayment): { amount: number; plnMinor: number } {
  const parts = [
    ...refunds.filter(({ isActive }) => isActive).map(({ amount, reservedPlnMinor }) => ({ amount, plnMinor: reservedPlnMinor })),
    ...(bookedAttempt?.chargebacks ?? []).map(({ money, plnMinor }) => ({ amount: money.amount, plnMinor })),
  ];
  const postedParts = parts.filter(({ plnMinor }) => plnMinor !== null);
  return {
    amount: postedParts.reduce((sum, { amount }) => sum + amount, 0),
    plnMinor: postedParts.reduce((sum, { plnMinor }) => sum + (plnMinor ?? 0), 0),
  };
}

/**
 * Returns the grosz of a further deduction: the rounded value of all deductions including this one, minus the grosz of the earlier ones.
 * Therefore the deductions of a payment add up to its value.
 */
export function deductionValue(payment: OnlinePayment, amount: number): number {
  const earlierDeductions = deductions(payment);
  return Math.max(
    0,
    proportionalPart(payment.plnMinor, earlierDeductions.amount + amount, payment.requested.amount) - earlierDeductions.plnMinor,
  );
}

function bookedOnly(chargebacks: readonly Chargeback[]): readonly Chargeback[] {
  return chargebacks.filter(({ plnMinor }) => plnMinor !== null);
}
