import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import type { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { PAYMENT } from '../attempts/payment-subject.js';
import type { RefundKey } from './acquirer-refunds.js';
import { PaymentRefund } from './payment-refund.entity.js';

export interface LockedRefund {
  unit: UnitOfWork;
  /** The refund's payment, locked. */
  row: PaymentTransaction;
  refund: PaymentRefund;
}

/** Locks a refund's payment. Refunds are changed only under the lock of their payment. */
export async function lockRefund(unit: UnitOfWork, key: RefundKey): Promise<LockedRefund> {
  const row = await unit.lockExisting(PAYMENT, key.transactionId);
  // The refund is read after the lock, because another process may have changed it before.
  return { unit, row, refund: await unit.tx.findOneByOrFail(PaymentRefund, { id: key.id }) };
}
