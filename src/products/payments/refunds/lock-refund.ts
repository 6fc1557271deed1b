import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import type { PaymentTransaction } from '../transactions/payment-transaction.entity.js';
import type { PaymentSubjects } from '../attempts/payment-subjects.js';
import { PaymentRefund } from './payment-refund.entity.js';

/** A word from outside names the account that it came from: one acquirer cannot speak of another's refund. */
export type RefundName = { id: string; connector?: string } | { providerRef: string; connector: string };

export interface LockedRefund {
  unit: UnitOfWork;
  row: PaymentTransaction;
  refund: PaymentRefund;
}

/** A refund under the lock of its payment, which whoever changes one of its refunds holds. @returns null when there is none. */
export async function lockRefund(unit: UnitOfWork, { payment }: PaymentSubjects, name: RefundName): Promise<LockedRefund | null> {
  const found = await unit.tx.findOneBy(PaymentRefund, { ...name });
  const row = found && (await unit.lock(payment, found.transactionId));
  if (!row) return null;
  // Read again under the lock: another process may have changed it meanwhile.
  return { unit, row, refund: await unit.tx.findOneByOrFail(PaymentRefund, { id: found.id }) };
}
