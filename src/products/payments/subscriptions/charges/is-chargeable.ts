import type { PaymentSubscription } from '../payment-subscription.entity.js';

/** Whether it can be charged now. It may have expired before a worker has ended it. */
export function isChargeable({ status, expiresAt }: Pick<PaymentSubscription, 'status' | 'expiresAt'>, now: Date): boolean {
  return status === 'subscription_active' && !(expiresAt && expiresAt <= now);
}
