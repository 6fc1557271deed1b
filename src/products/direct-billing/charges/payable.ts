import type { EntityManager } from 'typeorm';
import { isSelling } from '../../../platform/partners/services/is-selling.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';
import type { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';

/** Whether the transaction is new and has no charge in state `sent`. */
export async function isOpen(tx: EntityManager, row: DirectBillingTransaction): Promise<boolean> {
  return row.status === 'transaction_db_new' && !(await tx.existsBy(DirectBillingCharge, { transactionId: row.id, state: 'sent' }));
}

/**
 * Whether the payer may still choose an operator, get a code or enter a code. False also when the service is not active or its partner is
 * blocked.
 */
export async function isPayable(tx: EntityManager, row: DirectBillingTransaction, now: Date): Promise<boolean> {
  return row.expiresAt > now && (await isOpen(tx, row)) && (await isSelling(tx, row.serviceId));
}
