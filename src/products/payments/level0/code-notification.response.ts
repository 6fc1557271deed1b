import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { TICKET_CODES } from '../../../connectors/channels/port/failure-reasons.js';
import { PaymentNotifiedAmount } from '../notification.response.js';
import { PAYMENT_STATUSES, type PaymentStatus } from '../transactions/payment-transitions.js';
import { CODE_NOTIFICATION_TYPE, type TicketStatus, VALID } from './code-notification.js';

export class CodeNotifiedTransaction {
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
}

export class CodeNotificationData {
  @ApiProperty({ enum: [VALID, ...TICKET_CODES], description: `${VALID}: it has paid. Otherwise why it was refused.` })
  ticket_status: TicketStatus;

  @ApiProperty({ type: CodeNotifiedTransaction })
  transaction: CodeNotifiedTransaction;
}

export class CodeNotification {
  @ApiProperty({ enum: [CODE_NOTIFICATION_TYPE] })
  type: typeof CODE_NOTIFICATION_TYPE;

  @ApiProperty({ format: 'uuid' })
  notification_id: string;

  @ApiProperty({ type: String, format: 'date-time' })
  date: string;

  @ApiProperty({ type: CodeNotificationData })
  data: CodeNotificationData;

  @ApiProperty({ pattern: '^[0-9a-f]{64}$', description: 'Of everything before it, in its order.' })
  signature: string;
}
