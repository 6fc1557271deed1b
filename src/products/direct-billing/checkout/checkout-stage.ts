import type { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';

/** `waiting`: the charge was sent and not answered yet; `confirmed`: the operator accepted it and has not booked it yet. */
export type CheckoutStage = 'choose' | 'code' | 'waiting' | 'confirmed' | 'paid' | 'rejected';

/**
 * What the payer's page shows. A transaction past its time is shown as expired at once; its row is rejected within seconds.
 * @param charging whether a charge was sent and not answered yet.
 */
export function checkoutStageOf(
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
