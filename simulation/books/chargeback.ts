import { partOf } from './amounts.js';
import type { AcquirerAttempt, OnlinePayment, Sum } from './online-payment.js';

/** Money of an attempt that its acquirer has taken back, because the payer disputed it. */
export interface Chargeback {
  /** `p3/1-c1` in stories, and the acquirer's name of it. */
  name: string;
  attempt: AcquirerAttempt;
  money: Sum;
  /** Grosz that the ledger has entered for it; null as long as it has not. */
  grosz: number | null;
  /** The gateway has heard of it: in this step, or in an earlier one. */
  told: 'now' | 'before' | null;
  /** It was the partner's to lose when the gateway heard of it. */
  wasDue: boolean;
  /** What the acquirer has said under one name is one event, of which the gateway books one word. */
  event: { isBooked: boolean };
  /** In which step the acquirer first said so. */
  step: number;
}

/** Of the payment, without what goes back by the partner's own will. */
export function chargedBack({ chargebacks }: AcquirerAttempt): number {
  return entered(chargebacks).reduce((sum, { money }) => sum + money.amount, 0);
}

/** What was booked of it. */
export function chargedBackOf({ chargebacks }: AcquirerAttempt): Sum[] {
  return entered(chargebacks).map(({ money }) => money);
}

/** Whether the partner loses it: what was paid is his, in this currency, and so much of it is left. Anything else is for staff. */
export function isDue({ attempt, money, grosz, event }: Chargeback): boolean {
  const { payment, asked } = attempt;
  const left = asked.amount - goingBack(payment).amount;
  return grosz === null && !event.isBooked && payment.counted === attempt && money.currency === asked.currency && money.amount <= left;
}

/** What goes back of a payment by living refunds and by what was booked of chargebacks, and the grosz that were entered for it. */
export function goingBack({ refunds, counted }: OnlinePayment): { amount: number; grosz: number } {
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

/** The value of all that goes back with it, half up, less what the other parts have taken: parts of a payment come to exactly the whole of it. */
export function valueOfPart(payment: OnlinePayment, amount: number): number {
  const others = goingBack(payment);
  return Math.max(0, partOf(payment.grosz, others.amount + amount, payment.asked.amount) - others.grosz);
}

function entered(chargebacks: readonly Chargeback[]): readonly Chargeback[] {
  return chargebacks.filter(({ grosz }) => grosz !== null);
}
