import { formatTimestamp } from '../../../common/time/timestamp.js';
import type { EventObject } from '../../../platform/webhooks/outbox/event-body.js';
import { aliasNotificationData } from '../aliases/alias-notification.js';
import type { PaymentAlias } from '../aliases/payment-alias.entity.js';
import type { PaymentSubscription } from './payment-subscription.entity.js';

export const SUBSCRIPTION_NOTIFICATION_TYPE = 'subscription:status_changed';

/** What a notification about a subscription says, in the order of signing. */
export function subscriptionNotificationData(subscription: PaymentSubscription, alias: PaymentAlias, zone: string): EventObject {
  const told = Object.entries(aliasNotificationData(alias, zone)).filter(([key]) => key !== 'service_id');
  return {
    id: subscription.id,
    service_id: subscription.serviceId,
    status: subscription.status,
    mode: subscription.mode,
    created_at: formatTimestamp(subscription.createdAt, zone),
    updated_at: formatTimestamp(subscription.updatedAt, zone),
    blik: { model: subscription.model, currency: subscription.currency, alias: Object.fromEntries(told) },
  };
}
