import { ApiProperty, PickType } from '@nestjs/swagger';
import {
  type FailureReason,
  BLIK_ERROR_CODE_OF,
  BLIK_ERROR_CODES,
  type BlikErrorCode,
} from '../../../../connectors/acquirers/port/failure-reasons.js';
import type { EventOf } from '../../../../platform/webhooks/outbox/event-body.js';
import { typedNotificationBody } from '../../../../platform/webhooks/outbox/typed-notification.js';
import { amountData, PaymentNotificationData } from '../../transactions/notification.js';
import type { PaymentTransaction } from '../../transactions/payment-transaction.entity.js';

export const CODE_NOTIFICATION_TYPE = 'transaction_blik_level0:code_status_changed';

/** The status of a code, or of an alias used instead, that has paid. */
export const VALID = 'VALID';
export type TicketStatus = typeof VALID | BlikErrorCode;

/** @param reason why the code was declined; null: the code has paid. */
export function ticketStatusOf(reason: FailureReason | null): TicketStatus {
  return reason === null ? VALID : blikErrorCodeOf(reason);
}

/** The BLIK error code of a reason. A reason without an error code gets the error code of `other`. */
export function blikErrorCodeOf(reason: FailureReason): BlikErrorCode {
  return BLIK_ERROR_CODE_OF[reason] ?? BLIK_ERROR_CODE_OF.other;
}

export class CodeNotifiedTransaction extends PickType(PaymentNotificationData, [
  'id',
  'payer_transaction_id',
  'service_id',
  'status',
  'amount',
  'control',
]) {}

export class CodeNotificationData {
  @ApiProperty({ enum: [VALID, ...BLIK_ERROR_CODES], description: `${VALID}: it has paid. Otherwise why it was refused.` })
  ticket_status: TicketStatus;

  @ApiProperty({ type: CodeNotifiedTransaction })
  transaction: CodeNotifiedTransaction;
}

export class CodeNotification extends typedNotificationBody(CODE_NOTIFICATION_TYPE, CodeNotificationData) {}

/** Data of a notification about a code, in the order of signing. The code itself is never included. */
export function codeNotificationData(row: PaymentTransaction, ticketStatus: TicketStatus): EventOf<CodeNotificationData> {
  return {
    ticket_status: ticketStatus,
    transaction: {
      id: row.id,
      payer_transaction_id: row.payerTransactionId,
      service_id: row.serviceId,
      status: row.status,
      amount: amountData(row),
      control: row.control ?? undefined,
    },
  };
}
