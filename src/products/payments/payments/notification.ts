import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { formatAmount } from '../../../common/money/amount.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { channelOf } from '../../../connectors/acquirers/catalogue/channel-catalogue.js';
import { CHANNEL_IDS, type ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { CHANNEL_TYPES, type ChannelType } from '../../../connectors/acquirers/catalogue/channel.js';
import type { EventOf } from '../../../platform/webhooks/outbox/event-body.js';
import { defineNotification } from '../../../platform/webhooks/outbox/typed-notification.js';
import { PLN } from '../exchange-rates/rate.js';
import type { PaymentTransaction } from './payment-transaction.entity.js';
import { PAYMENT_STATUSES, type PaymentStatus } from './states.js';

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

/** The order of the properties is the order in which they are signed. Properties without a value are left out. */
export const PAYMENT_NOTIFICATION = defineNotification({
  type: 'transaction:status_changed',
  summary: 'The status of an online payment has changed.',
  causedBy: [
    'PaymentTransactions.create',
    'PaymentLinks.create',
    'PaymentRefunds.create',
    'BlikLevel0.create',
    'BlikSubscriptions.create',
    'BlikSubscriptions.charge',
  ],
  dataClass: PaymentNotificationData,
  data: (row: PaymentTransaction, zone): EventOf<PaymentNotificationData> => ({
    id: row.id,
    payer_transaction_id: row.payerTransactionId,
    service_id: row.serviceId,
    status: row.status,
    amount: amountData(row),
    control: row.control ?? undefined,
    payment: { channel: row.channel ?? undefined, type: row.channel ? channelOf(row.channel).type : undefined },
    customer: { country_code: row.customer?.countryCode ?? undefined },
    paid_at: row.paidAt ? formatTimestamp(row.paidAt, zone) : undefined,
    created_at: formatTimestamp(row.createdAt, zone),
  }),
});

/** The amounts of a payment, the same in all notifications that have them. */
export function amountData({
  plnMinor,
  amountMinor,
  currency,
  commissionMinor,
  partnerMinor,
}: PaymentTransaction): EventOf<PaymentNotifiedAmount> {
  const hasShares = commissionMinor !== null && partnerMinor !== null;
  return {
    final_currency: PLN,
    final_value: formatAmount(plnMinor),
    original_currency: currency,
    original_value: formatAmount(amountMinor),
    commission_system: hasShares ? formatAmount(commissionMinor) : undefined,
    commission_partner: hasShares ? formatAmount(partnerMinor) : undefined,
    commission_currency: hasShares ? PLN : undefined,
  };
}
