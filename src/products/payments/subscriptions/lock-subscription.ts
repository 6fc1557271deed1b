import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { ROW_LOCK } from '../../../runtime/database/row-lock.js';
import { PaymentAlias } from '../blik-aliases/payment-alias.entity.js';
import type { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { PAYMENT } from '../attempts/payment-subject.js';
import type { SubscriptionKey } from './acquirer-subscriptions.js';
import { PaymentSubscription } from './payment-subscription.entity.js';

export interface LockedSubscription {
  unit: UnitOfWork;
  /** The payment that set up the subscription. */
  row: PaymentTransaction;
  subscription: PaymentSubscription;
  alias: PaymentAlias;
}

/** Locks a subscription's payment, the subscription and its alias, always in this order. */
export async function lockSubscription(unit: UnitOfWork, { id, transactionId, aliasId }: SubscriptionKey): Promise<LockedSubscription> {
  const row = await unit.lockExisting(PAYMENT, transactionId);
  const subscription = await unit.tx.findOneOrFail(PaymentSubscription, { where: { id }, lock: ROW_LOCK });
  const alias = await unit.tx.findOneOrFail(PaymentAlias, { where: { id: aliasId }, lock: ROW_LOCK });
  return { unit, row, subscription, alias };
}
