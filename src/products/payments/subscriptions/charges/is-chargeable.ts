import type { PaymentSubscription } from '../payment-subscription.entity.js';

/** Whether it can be charged now. Its time may be over before a worker has ended it. */
export function isChargeable({ status, expiresAt }: Pick<PaymentSubscription, 'status' | 'expiresAt'>, now: Date): boolean {
  return status === 'subscription_active' && !(expiresAt && expiresAt <= now);
}
