import type { EntityManager } from 'typeorm';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';
import type { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';

/** Whether nothing has come of the transaction yet: it is new, and no charge is on its way. */
export async function isOpen(tx: EntityManager, row: DirectBillingTransaction): Promise<boolean> {
  return row.status === 'transaction_db_new' && !(await tx.existsBy(DirectBillingCharge, { transactionId: row.id, state: 'sent' }));
}

/** Whether the payer may still choose, get a code or type one. */
export async function isPayable(tx: EntityManager, row: DirectBillingTransaction, now: Date): Promise<boolean> {
  return row.expiresAt > now && (await isOpen(tx, row));
}
