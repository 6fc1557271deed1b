import { Injectable } from '@nestjs/common';
import type { Subject } from '../../../platform/changes/subject.js';
import { typedNotification } from '../../../platform/webhooks/outbox/typed-notification.js';
import { Environment } from '../../../runtime/config/environment.js';
import type { PaymentAlias } from '../aliases/payment-alias.entity.js';
import { PaymentSubscription } from './payment-subscription.entity.js';
import { SUBSCRIPTION_LIST } from './subscription.list.js';
import { SUBSCRIPTION_NOTIFICATION_TYPE, subscriptionNotificationData } from './subscription-notification.js';
import { SUBSCRIPTION_TRANSITIONS, type SubscriptionStatus } from './subscription-transitions.js';

/** What follows from each change of a subscription: its notification and its place in the list. */
@Injectable()
export class SubscriptionSubject {
  constructor(private readonly environment: Environment) {}

  /** @param alias of the subscription, already moved: the notification shows both. */
  with(alias: PaymentAlias): Subject<PaymentSubscription, SubscriptionStatus> {
    const { displayTimeZone: zone } = this.environment.app;
    const type = SUBSCRIPTION_NOTIFICATION_TYPE;
    return {
      type: 'payment_subscription',
      entity: PaymentSubscription,
      transitions: SUBSCRIPTION_TRANSITIONS,
      id: 'id',
      state: 'status',
      serviceOf: ({ serviceId }) => serviceId,
      traceOf: ({ traceParent }) => traceParent,
      list: ({ serviceId, createdAt }) => ({ list: SUBSCRIPTION_LIST.counter(serviceId), createdAt }),
      event: (row) => ({
        type,
        body: typedNotification({ type, at: row.updatedAt, zone, data: subscriptionNotificationData(row, alias, zone) }),
      }),
    };
  }
}
