import { acquirerResource } from '../at-channel/acquirer-resource.js';
import { PaymentSubscription } from './payment-subscription.entity.js';

export type SubscriptionKey = Pick<PaymentSubscription, 'id' | 'transactionId' | 'aliasId'>;

/** Subscriptions at acquirers, which call them consents. One that is active may have ended there. */
export const SUBSCRIPTIONS = acquirerResource({
  entity: PaymentSubscription,
  id: 'id',
  key: ['id', 'transactionId', 'aliasId'],
  polledOnHint: `status = 'subscription_active' OR ask_at IS NOT NULL`,
});
