import type { EntityManager } from 'typeorm';
import { DirectBillingCharge } from '../entities/direct-billing-charge.entity.js';
import type { DirectBillingTransaction } from '../entities/direct-billing-transaction.entity.js';
import { EXPIRES_AFTER_MINUTES, EXTENDED_BY_MINUTES, MOST_EXTENSIONS } from '../limits.js';

/** Whether nothing has come of the transaction yet: it is new, and no charge is on its way. */
export async function isOpen(tx: EntityManager, row: DirectBillingTransaction): Promise<boolean> {
  return row.status === 'transaction_db_new' && !(await tx.existsBy(DirectBillingCharge, { transactionId: row.id, state: 'sent' }));
}

/** Whether the payer may still choose, get a code or type one. */
export async function isPayable(tx: EntityManager, row: DirectBillingTransaction, now: Date): Promise<boolean> {
  return row.expiresAt > now && (await isOpen(tx, row));
}

/** How often it was extended follows from how long it lives. */
export function canBeExtended({ createdAt, expiresAt }: Pick<DirectBillingTransaction, 'createdAt' | 'expiresAt'>): boolean {
  const longestMinutes = EXPIRES_AFTER_MINUTES + (MOST_EXTENSIONS - 1) * EXTENDED_BY_MINUTES;
  return expiresAt.getTime() - createdAt.getTime() <= longestMinutes * 60_000;
}
