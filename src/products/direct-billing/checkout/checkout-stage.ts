import type { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';

/**
 * `choose`: the payer chooses an operator and a phone number. `code`: the payer enters the code from the SMS. `waiting`: a charge was sent,
 * and its outcome is unknown. `confirmed`: the operator has accepted the charge and not booked it yet.
 */
export type CheckoutStage = 'choose' | 'code' | 'waiting' | 'confirmed' | 'paid' | 'rejected';

/**
 * The stage that the payer's page shows. A transaction past its expiry is shown as rejected immediately. A worker rejects it within
 * seconds.
 * @param hasSentCharge whether a charge is in state `sent`.
 */
export function checkoutStageOf(
  row: Pick<DirectBillingTransaction, 'status' | 'expiresAt' | 'codeReference'>,
  hasSentCharge: boolean,
  now: Date,
): CheckoutStage {
  if (row.status === 'transaction_db_payed') return 'paid';
  if (row.status === 'transaction_db_confirmed') return 'confirmed';
  if (row.status === 'transaction_db_rejected') return 'rejected';
  if (hasSentCharge) return 'waiting';
  if (row.expiresAt <= now) return 'rejected';
  return row.codeReference ? 'code' : 'choose';
}
