import type { EntityManager } from 'typeorm';
import { DirectBillingCharge } from '../entities/direct-billing-charge.entity.js';
import type { DirectBillingTransaction } from '../entities/direct-billing-transaction.entity.js';

/** Whether the payer may still choose, get a code or type one: new, in time, and no charge is on its way. */
export async function isPayable(tx: EntityManager, row: DirectBillingTransaction, now: Date): Promise<boolean> {
  if (row.status !== 'transaction_db_new' || row.expiresAt <= now) return false;
  return !(await tx.existsBy(DirectBillingCharge, { transactionId: row.id, state: 'sent' }));
}
