import type { EntityManager } from 'typeorm';
import { timesRatioHalfUp } from '../../../common/money/ratio.js';
import type { PaymentTransaction } from './payment-transaction.entity.js';

/** The deductions of a payment: refunds that are new, pending or completed, and chargebacks. */
export interface Deductions {
  /** Sum in minor units of the payment's currency. */
  minor: number;
  /** Grosz that the deductions take from the partner. */
  plnMinor: number;
}

/** Reads the deductions of a payment. A caller that changes money based on the result must hold the payment's lock. */
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
 * Grosz that one more deduction takes from the partner: the value of all deductions with the new one, rounded half up, minus what the others take. So
 * deductions that add up to the payment's amount take exactly the payment's value, in any order, even if refunds between them failed.
 * @param partMinor the new deduction in minor units of the payment's currency, at most what is left of the payment.
 */
export function deductionValue(
  { amountMinor, plnMinor }: Pick<PaymentTransaction, 'amountMinor' | 'plnMinor'>,
  otherDeductions: Deductions,
  partMinor: number,
): number {
  return Math.max(0, timesRatioHalfUp(plnMinor, otherDeductions.minor + partMinor, amountMinor) - otherDeductions.plnMinor);
}
