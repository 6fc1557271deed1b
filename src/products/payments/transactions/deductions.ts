import type { EntityManager } from 'typeorm';
import { timesRatioHalfUp } from '../../../common/money/ratio.js';
import type { PaymentTransaction } from './payment-transaction.entity.js';

/** The part of a payment that goes back: refunds that are new, pending or completed, and chargebacks. */
export interface Deductions {
  /** In minor units of the payment's currency. */
  minor: number;
  /** Grosz that it takes from the partner. */
  plnMinor: number;
}

/** Who changes something by it holds the payment's lock. */
export async function deductionsOf(
  tx: EntityManager,
  { id, refundMinor, refundPlnMinor }: Pick<PaymentTransaction, 'id' | 'refundMinor' | 'refundPlnMinor'>,
): Promise<Deductions> {
  const [row] = await tx.query<{ minor: string; pln: string }[]>(
    'SELECT coalesce(sum(amount_minor), 0) AS minor, coalesce(sum(pln_minor), 0) AS pln FROM payment_chargeback WHERE transaction_id = $1',
    [id],
  );
  return { minor: refundMinor + Number(row?.minor), plnMinor: refundPlnMinor + Number(row?.pln) };
}

/**
 * Grosz that one more part takes from the partner: the value of all parts with it, half up, less what the other parts take. So parts that add up
 * to the payment take exactly its value, in any order and even if refunds between them failed.
 * @param partMinor at most what is left, in minor units of the payment's currency.
 */
export function deductionValue(
  { amountMinor, plnMinor }: Pick<PaymentTransaction, 'amountMinor' | 'plnMinor'>,
  others: Deductions,
  partMinor: number,
): number {
  return Math.max(0, timesRatioHalfUp(plnMinor, others.minor + partMinor, amountMinor) - others.plnMinor);
}
