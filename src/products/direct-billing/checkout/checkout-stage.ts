import type { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';

/** `waiting`: the operator was asked and has not answered; `confirmed`: it accepted, booking is outstanding. */
export type CheckoutStage = 'choose' | 'code' | 'waiting' | 'confirmed' | 'paid' | 'rejected';

/**
 * What a payer sees of a transaction. One past its time is shown as expired at once; its row follows within seconds.
 * @param charging whether the operator was asked for a charge and has not answered.
 */
export function stageOf(
  row: Pick<DirectBillingTransaction, 'status' | 'expiresAt' | 'codeReference'>,
  charging: boolean,
  now: Date,
): CheckoutStage {
  if (row.status === 'transaction_db_payed') return 'paid';
  if (row.status === 'transaction_db_confirmed') return 'confirmed';
  if (row.status === 'transaction_db_rejected') return 'rejected';
  if (charging) return 'waiting';
  if (row.expiresAt <= now) return 'rejected';
  return row.codeReference ? 'code' : 'choose';
}
