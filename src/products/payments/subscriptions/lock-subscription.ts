import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { ROW_LOCK } from '../../../runtime/database/row-lock.js';
import { PaymentAlias } from '../aliases/payment-alias.entity.js';
import type { PaymentTransaction } from '../transactions/payment-transaction.entity.js';
import type { PaymentSubjects } from '../attempts/payment-subjects.js';
import type { SubscriptionKey } from './acquirer-subscriptions.js';
import { PaymentSubscription } from './payment-subscription.entity.js';

export interface LockedSubscription {
  unit: UnitOfWork;
  /** The payment that it was agreed to with. */
  row: PaymentTransaction;
  subscription: PaymentSubscription;
  alias: PaymentAlias;
}

/** A subscription with its payment and its alias, locked in this order, in which everybody locks them. */
export async function lockSubscription(
  unit: UnitOfWork,
  { payment }: PaymentSubjects,
  { id, transactionId, aliasId }: SubscriptionKey,
): Promise<LockedSubscription> {
  const row = await unit.lockExisting(payment, transactionId);
  const subscription = await unit.tx.findOneOrFail(PaymentSubscription, { where: { id }, lock: ROW_LOCK });
  const alias = await unit.tx.findOneOrFail(PaymentAlias, { where: { id: aliasId }, lock: ROW_LOCK });
  return { unit, row, subscription, alias };
}
