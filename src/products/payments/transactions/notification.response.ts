import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CHANNEL_TYPES, type ChannelType } from '../../../connectors/channels/catalogue/channel.js';
import { CHANNEL_IDS, type ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import { NOTIFICATION_TYPE } from './notification.js';
import { PAYMENT_STATUSES, type PaymentStatus } from './payment-transitions.js';
import { typedNotificationBody } from '../../../platform/webhooks/outbox/typed-notification.body.js';

const MONEY = { pattern: '^\\d+\\.\\d{2}$', example: '12.30' } as const;

export class PaymentNotifiedAmount {
  @ApiProperty({ example: 'PLN' })
  final_currency: string;

  @ApiProperty({ ...MONEY, description: 'Value in PLN.' })
  final_value: string;

  @ApiProperty({ example: 'PLN' })
  original_currency: string;

  @ApiProperty({ ...MONEY, description: 'What the payer pays.' })
  original_value: string;

  @ApiPropertyOptional({ ...MONEY, description: 'What the gateway keeps.' })
  commission_system?: string;

  @ApiPropertyOptional({ ...MONEY, description: 'What the partner gets.' })
  commission_partner?: string;

  @ApiPropertyOptional({ example: 'PLN' })
  commission_currency?: string;
}

export class PaymentNotifiedChannel {
  @ApiPropertyOptional({ enum: CHANNEL_IDS })
  channel?: ChannelId;

  @ApiPropertyOptional({ enum: CHANNEL_TYPES })
  type?: ChannelType;
}

export class PaymentNotifiedCustomer {
  @ApiPropertyOptional({ example: 'PL' })
  country_code?: string;
}

export class PaymentNotificationData {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ pattern: '^[A-Z0-9]{8}$', example: 'K7Q2ZP0D' })
  payer_transaction_id: string;

  @ApiProperty({ pattern: '^[0-9a-f]{8}$', example: '5f2c9a1b' })
  service_id: string;

  @ApiProperty({ enum: PAYMENT_STATUSES })
  status: PaymentStatus;

  @ApiProperty({ type: PaymentNotifiedAmount })
  amount: PaymentNotifiedAmount;

  @ApiPropertyOptional({ example: 'order-1' })
  control?: string;

  @ApiProperty({ type: PaymentNotifiedChannel, description: 'Empty until a channel was begun.' })
  payment: PaymentNotifiedChannel;

  @ApiProperty({ type: PaymentNotifiedCustomer })
  customer: PaymentNotifiedCustomer;

  @ApiPropertyOptional({ type: String, format: 'date-time' })
  paid_at?: string;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;
}

export class PaymentNotification extends typedNotificationBody(NOTIFICATION_TYPE, PaymentNotificationData) {}
