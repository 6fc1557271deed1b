import { ApiProperty } from '@nestjs/swagger';
import { ALIAS_NOTIFICATION_TYPE } from './alias-notification.js';
import { ALIAS_STATUSES, type AliasStatus } from './alias-transitions.js';
import { ALIAS_TYPES, type AliasType } from './payment-alias.entity.js';
import { typedNotificationBody } from '../../../platform/webhooks/outbox/typed-notification.body.js';

export class AliasNotificationData {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ pattern: '^[0-9a-f]{8}$', example: '5f2c9a1b' })
  service_id: string;

  @ApiProperty({ enum: ALIAS_TYPES })
  type: AliasType;

  @ApiProperty({ example: 'customer-7' })
  value: string;

  @ApiProperty({ example: 'Books of the month' })
  label: string;

  @ApiProperty({ enum: ALIAS_STATUSES })
  status: AliasStatus;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at: string;
}

export class AliasNotification extends typedNotificationBody(ALIAS_NOTIFICATION_TYPE, AliasNotificationData) {}
