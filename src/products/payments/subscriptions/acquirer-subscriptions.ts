import { acquirerResource } from '../acquirers/acquirer-resource.js';
import { PaymentSubscription } from './payment-subscription.entity.js';

export type SubscriptionKey = Pick<PaymentSubscription, 'id' | 'transactionId' | 'aliasId'>;

/**
 * Subscriptions as objects at an acquirer, which has their mandates. After a hint, active subscriptions are polled, too, because a mandate
 * may have ended at the acquirer.
 */
export const SUBSCRIPTIONS = acquirerResource({
  entity: PaymentSubscription,
  id: 'id',
  key: ['id', 'transactionId', 'aliasId'],
  polledOnHint: `status = 'subscription_active' OR next_poll_at IS NOT NULL`,
});
