import { ApiProperty } from '@nestjs/swagger';
import { CHANNEL_TYPES, type ChannelType } from '../../../connectors/channels/catalogue/channel.js';
import { CHANNEL_IDS, type ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import { REFUND_NOTIFICATION_TYPE } from './refund-notification.js';
import { REFUND_STATUSES, type RefundStatus } from './refund-transitions.js';
import { typedNotificationBody } from '../../../platform/webhooks/outbox/typed-notification.body.js';

const MONEY = { pattern: '^\\d+\\.\\d{2}$', example: '12.30' } as const;

export class RefundNotifiedAmount {
  @ApiProperty({ example: 'PLN' })
  currency: string;

  @ApiProperty({ ...MONEY, description: 'What the payer gets.' })
  value: string;

  @ApiProperty({ example: 'PLN' })
  wallet_currency: string;

  @ApiProperty({ ...MONEY, description: 'What it takes from the wallet.' })
  wallet_value: string;
}

export class RefundNotifiedTransaction {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: CHANNEL_IDS })
  payment_channel: ChannelId;

  @ApiProperty({ enum: CHANNEL_TYPES })
  payment_type: ChannelType;
}

export class RefundNotificationData {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ pattern: '^[0-9a-f]{8}$', example: '5f2c9a1b' })
  service_id: string;

  @ApiProperty({ enum: REFUND_STATUSES })
  status: RefundStatus;

  @ApiProperty({ type: RefundNotifiedAmount })
  amount: RefundNotifiedAmount;

  @ApiProperty({ type: RefundNotifiedTransaction })
  transaction: RefundNotifiedTransaction;
}

export class RefundNotification extends typedNotificationBody(REFUND_NOTIFICATION_TYPE, RefundNotificationData) {}
