import { partOf } from './amounts.js';
import type { AcquirerAttempt, Sum } from './online-payment.js';

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
export function isDue({ attempt, money, grosz }: Chargeback): boolean {
  const { payment, asked } = attempt;
  const goesBack = payment.refunds
    .filter(({ lives, grosz: reserved }) => lives && reserved !== null)
    .reduce((sum, { amount }) => sum + amount, 0);
  const left = asked.amount - goesBack - chargedBack(attempt);
  return grosz === null && payment.counted === attempt && money.currency === asked.currency && money.amount <= left;
}

/** Parts of a payment come to exactly the whole of it. */
export function valueOf({ attempt, money }: Chargeback): number {
  const { payment, asked } = attempt;
  const before = chargedBack(attempt);
  return partOf(payment.grosz, before + money.amount, asked.amount) - partOf(payment.grosz, before, asked.amount);
}

function entered(chargebacks: readonly Chargeback[]): readonly Chargeback[] {
  return chargebacks.filter(({ grosz }) => grosz !== null);
}
