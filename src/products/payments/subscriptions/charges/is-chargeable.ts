import type { PaymentSubscription } from '../payment-subscription.entity.js';

/** Whether the subscription can be charged now. Its end may have passed although no worker has expired it yet. */
export function isChargeable({ status, expiresAt }: Pick<PaymentSubscription, 'status' | 'expiresAt'>, now: Date): boolean {
  return status === 'subscription_active' && !(expiresAt && expiresAt <= now);
}
