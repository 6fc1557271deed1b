import { ApiProperty, PickType } from '@nestjs/swagger';
import {
  type FailureReason,
  BLIK_ERROR_CODE_OF,
  BLIK_ERROR_CODES,
  type BlikErrorCode,
} from '../../../../connectors/acquirers/port/failure-reasons.js';
import type { EventOf } from '../../../../platform/webhooks/outbox/event-body.js';
import { defineNotification } from '../../../../platform/webhooks/outbox/typed-notification.js';
import { amountData, PaymentNotificationData } from '../../payments/notification.js';
import type { PaymentTransaction } from '../../payments/payment-transaction.entity.js';

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

class CodeNotificationData {
  @ApiProperty({ enum: [VALID, ...BLIK_ERROR_CODES], description: `${VALID}: it has paid. Otherwise why it was refused.` })
  ticket_status: TicketStatus;

  @ApiProperty({ type: CodeNotifiedTransaction })
  transaction: CodeNotifiedTransaction;
}

/** The order of the properties is the order in which they are signed. The code itself is never included. */
export const CODE_NOTIFICATION = defineNotification({
  type: 'transaction_blik_level0:code_status_changed',
  summary: 'It is known what became of a BLIK code, or of an alias in its place, that was given for a payment with `blik-level0`.',
  causedBy: ['BlikLevel0.create'],
  dataClass: CodeNotificationData,
  data: ({ row, reason }: { row: PaymentTransaction; reason: FailureReason | null }): EventOf<CodeNotificationData> => ({
    ticket_status: ticketStatusOf(reason),
    transaction: {
      id: row.id,
      payer_transaction_id: row.payerTransactionId,
      service_id: row.serviceId,
      status: row.status,
      amount: amountData(row),
      control: row.control ?? undefined,
    },
  }),
});
