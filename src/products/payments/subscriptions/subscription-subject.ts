import type { Subject } from '../../../platform/changes/subject.js';
import type { PaymentAlias } from '../blik-aliases/payment-alias.entity.js';
import { PaymentSubscription } from './payment-subscription.entity.js';
import { SUBSCRIPTION_LIST } from './subscription.list.js';
import { SUBSCRIPTION_NOTIFICATION } from './notification.js';
import { SUBSCRIPTION_TRANSITIONS, type SubscriptionStatus } from './states.js';

/**
 * What each state change of a subscription causes: a notification and an update of the list counter.
 * @param alias alias of the subscription, already in its new state, because the notification contains the state.
 */
export function subscriptionSubject(alias: PaymentAlias): Subject<PaymentSubscription, SubscriptionStatus> {
  return {
    type: 'payment_subscription',
    entity: PaymentSubscription,
    transitions: SUBSCRIPTION_TRANSITIONS,
    id: 'id',
    state: 'status',
    serviceOf: ({ serviceId }) => serviceId,
    traceOf: ({ traceParent }) => traceParent,
    list: ({ serviceId, createdAt }) => ({ list: SUBSCRIPTION_LIST.counter(serviceId), createdAt }),
    event: (subscription, context) => SUBSCRIPTION_NOTIFICATION.event({ subscription, alias }, context),
  };
}
