import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import type { Operator } from '../../../connectors/operators/operator.port.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';
import type { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';
import { TRANSACTION } from '../transactions/transaction-subject.js';

/** The reference of a charge. For a callback also its operator, because an operator must not change a charge of another operator. */
export interface ChargeKey {
  reference: string;
  operator?: Operator;
}

export interface LockedCharge {
  row: DirectBillingTransaction;
  charge: DirectBillingCharge;
}

/** Locks the transaction of a charge. A charge is changed only under the lock of its transaction. @returns null when there is no such charge. */
export async function lockCharge(unit: UnitOfWork, key: ChargeKey): Promise<LockedCharge | null> {
  const unlockedCharge = await unit.tx.findOneBy(DirectBillingCharge, { ...key });
  const row = unlockedCharge && (await unit.lock(TRANSACTION, unlockedCharge.transactionId));
  if (!row) return null;
  // Read again under the lock, because another process may have changed the charge since the first read.
  return { row, charge: await unit.tx.findOneByOrFail(DirectBillingCharge, { reference: key.reference }) };
}
