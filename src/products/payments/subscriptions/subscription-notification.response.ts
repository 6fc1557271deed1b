import { ApiProperty, OmitType } from '@nestjs/swagger';
import { RECURRING_MODELS, type RecurringModel } from '../../../connectors/channels/port/consent.js';
import { AliasNotificationData } from '../aliases/alias-notification.response.js';
import { SUBSCRIPTION_NOTIFICATION_TYPE } from './subscription-notification.js';
import { SUBSCRIPTION_MODES, SUBSCRIPTION_STATUSES, type SubscriptionMode, type SubscriptionStatus } from './subscription-transitions.js';
import { typedNotificationBody } from '../../../platform/webhooks/outbox/typed-notification.body.js';

export class SubscriptionNotifiedAlias extends OmitType(AliasNotificationData, ['service_id']) {}

export class SubscriptionNotifiedBlik {
  @ApiProperty({ enum: RECURRING_MODELS })
  model: RecurringModel;

  @ApiProperty({ example: 'PLN' })
  currency: string;

  @ApiProperty({ type: SubscriptionNotifiedAlias })
  alias: SubscriptionNotifiedAlias;
}

export class SubscriptionNotificationData {
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

export class SubscriptionNotification extends typedNotificationBody(SUBSCRIPTION_NOTIFICATION_TYPE, SubscriptionNotificationData) {}
