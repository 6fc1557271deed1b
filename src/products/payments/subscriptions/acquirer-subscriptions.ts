import { acquirerResource } from '../acquirers/acquirer-resource.js';
import { PaymentSubscription } from './payment-subscription.entity.js';

export type SubscriptionKey = Pick<PaymentSubscription, 'id' | 'transactionId' | 'aliasId'>;

/** Subscriptions at acquirers, which know their mandates. Active ones are polled on a hint too: they may have ended there. */
export const SUBSCRIPTIONS = acquirerResource({
  entity: PaymentSubscription,
  id: 'id',
  key: ['id', 'transactionId', 'aliasId'],
  polledOnHint: `status = 'subscription_active' OR next_poll_at IS NOT NULL`,
});
