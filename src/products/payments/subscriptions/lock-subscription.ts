import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { ROW_LOCK } from '../../../runtime/database/row-lock.js';
import { PaymentAlias } from '../aliases/payment-alias.entity.js';
import type { PaymentTransaction } from '../transactions/payment-transaction.entity.js';
import type { PaymentSubjects } from '../attempts/payment-subjects.js';
import { PaymentSubscription } from './payment-subscription.entity.js';

/** A word from outside names the account that it came from: one acquirer cannot speak of another's subscription. */
export type SubscriptionName =
  | { id: string; connector?: string }
  | { providerRef: string; connector: string }
  | { aliasId: string }
  | { transactionId: string; attemptReference: string };

export interface LockedSubscription {
  unit: UnitOfWork;
  /** The payment that it was agreed to with. */
  row: PaymentTransaction;
  subscription: PaymentSubscription;
  alias: PaymentAlias;
}

/** A subscription with its payment and its alias, locked in this order, in which everybody locks them. @returns null when there is none. */
export async function lockSubscription(
  unit: UnitOfWork,
  { payment }: PaymentSubjects,
  name: SubscriptionName,
): Promise<LockedSubscription | null> {
  const found = await unit.tx.findOneBy(PaymentSubscription, { ...name });
  const row = found && (await unit.lock(payment, found.transactionId));
  if (!row) return null;
  const subscription = await unit.tx.findOneOrFail(PaymentSubscription, { where: { id: found.id }, lock: ROW_LOCK });
  const alias = await unit.tx.findOneOrFail(PaymentAlias, { where: { id: found.aliasId }, lock: ROW_LOCK });
  return { unit, row, subscription, alias };
}
