import { ApiProperty, PickType } from '@nestjs/swagger';
import { TICKET_CODES } from '../../../../connectors/channels/port/failure-reasons.js';
import { PaymentNotificationData } from '../../transactions/notification.response.js';
import { CODE_NOTIFICATION_TYPE, type TicketStatus, VALID } from './code-notification.js';
import { typedNotificationBody } from '../../../../platform/webhooks/outbox/typed-notification.body.js';

export class CodeNotifiedTransaction extends PickType(PaymentNotificationData, [
  'id',
  'payer_transaction_id',
  'service_id',
  'status',
  'amount',
  'control',
]) {}

export class CodeNotificationData {
  @ApiProperty({ enum: [VALID, ...TICKET_CODES], description: `${VALID}: it has paid. Otherwise why it was refused.` })
  ticket_status: TicketStatus;

  @ApiProperty({ type: CodeNotifiedTransaction })
  transaction: CodeNotifiedTransaction;
}

export class CodeNotification extends typedNotificationBody(CODE_NOTIFICATION_TYPE, CodeNotificationData) {}
