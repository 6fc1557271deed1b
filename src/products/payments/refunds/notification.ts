import { ApiProperty } from '@nestjs/swagger';
import { formatAmount } from '../../../common/money/amount.js';
import { channelOf } from '../../../connectors/acquirers/catalogue/channel-catalogue.js';
import { CHANNEL_IDS, type ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { CHANNEL_TYPES, type ChannelType } from '../../../connectors/acquirers/catalogue/channel.js';
import type { EventOf } from '../../../platform/webhooks/outbox/event-body.js';
import { defineNotification } from '../../../platform/webhooks/outbox/typed-notification.js';
import { PLN } from '../exchange-rates/rate.js';
import type { PaymentRefund } from './payment-refund.entity.js';
import { REFUND_STATUSES, type RefundStatus } from './states.js';

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

class RefundNotificationData {
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

/** The order of the properties is the order in which they are signed. */
export const REFUND_NOTIFICATION = defineNotification({
  type: 'transaction_refund:status_changed',
  summary: 'The status of a refund has changed.',
  causedBy: ['PaymentRefunds.create'],
  dataClass: RefundNotificationData,
  data: (refund: PaymentRefund): EventOf<RefundNotificationData> => ({
    id: refund.id,
    service_id: refund.serviceId,
    status: refund.status,
    amount: {
      currency: refund.currency,
      value: formatAmount(refund.amountMinor),
      wallet_currency: PLN,
      wallet_value: formatAmount(refund.walletMinor),
    },
    transaction: { id: refund.transactionId, payment_channel: refund.channel, payment_type: channelOf(refund.channel).type },
  }),
});
