import { ApiProperty, OmitType } from '@nestjs/swagger';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { RECURRING_MODELS, type RecurringModel } from '../../../connectors/acquirers/port/mandate.js';
import type { EventOf } from '../../../platform/webhooks/outbox/event-body.js';
import { defineNotification } from '../../../platform/webhooks/outbox/typed-notification.js';
import { AliasNotificationData, notifiedAlias } from '../blik-aliases/notification.js';
import type { PaymentAlias } from '../blik-aliases/payment-alias.entity.js';
import type { PaymentSubscription } from './payment-subscription.entity.js';
import { SUBSCRIPTION_MODES, SUBSCRIPTION_STATUSES, type SubscriptionMode, type SubscriptionStatus } from './states.js';

export class SubscriptionNotifiedAlias extends OmitType(AliasNotificationData, ['service_id']) {}

export class SubscriptionNotifiedBlik {
  @ApiProperty({ enum: RECURRING_MODELS })
  model: RecurringModel;

  @ApiProperty({ example: 'PLN' })
  currency: string;

  @ApiProperty({ type: SubscriptionNotifiedAlias })
  alias: SubscriptionNotifiedAlias;
}

class SubscriptionNotificationData {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ pattern: '^[0-9a-f]{8}$', example: '5f2c9a1b' })
  service_id: string;

  @ApiProperty({ enum: SUBSCRIPTION_STATUSES })
  status: SubscriptionStatus;

  @ApiProperty({ enum: SUBSCRIPTION_MODES })
  mode: SubscriptionMode;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at: string;

  @ApiProperty({ type: SubscriptionNotifiedBlik })
  blik: SubscriptionNotifiedBlik;
}

interface NotifiedSubscription {
  subscription: PaymentSubscription;
  alias: PaymentAlias;
}

/** The order of the properties is the order in which they are signed. */
export const SUBSCRIPTION_NOTIFICATION = defineNotification({
  type: 'subscription:status_changed',
  summary: 'The status of a subscription has changed.',
  // A payment may offer a subscription, and unregistering a subscription's alias ends the subscription.
  causedBy: [
    'PaymentTransactions.create',
    'BlikSubscriptions.create',
    'BlikSubscriptions.charge',
    'BlikAliases.remove',
    'BlikAliases.removeOne',
  ],
  dataClass: SubscriptionNotificationData,
  data: ({ subscription, alias }: NotifiedSubscription, zone): EventOf<SubscriptionNotificationData> => ({
    id: subscription.id,
    service_id: subscription.serviceId,
    status: subscription.status,
    mode: subscription.mode,
    created_at: formatTimestamp(subscription.createdAt, zone),
    updated_at: formatTimestamp(subscription.updatedAt, zone),
    blik: { model: subscription.model, currency: subscription.currency, alias: notifiedAlias(alias, zone) },
  }),
});
