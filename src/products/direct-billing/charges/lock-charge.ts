import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import type { Operator } from '../../../connectors/operators/operator.port.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';
import type { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';
import { TRANSACTION } from '../transactions/transaction.subject.js';

/** A reference, and for a report the operator that sent it: one operator must not report about another's charge. */
export interface ChargeKey {
  reference: string;
  operator?: Operator;
}

export interface LockedCharge {
  row: DirectBillingTransaction;
  charge: DirectBillingCharge;
}

/** Locks a charge's transaction: charges are changed under the lock of their transaction only. @returns null when there is none. */
export async function lockCharge(unit: UnitOfWork, name: ChargeKey): Promise<LockedCharge | null> {
  const found = await unit.tx.findOneBy(DirectBillingCharge, { ...name });
  const row = found && (await unit.lock(TRANSACTION, found.transactionId));
  if (!row) return null;
  // Read again under the lock: another process may have changed it meanwhile.
  return { row, charge: await unit.tx.findOneByOrFail(DirectBillingCharge, { reference: name.reference }) };
}
