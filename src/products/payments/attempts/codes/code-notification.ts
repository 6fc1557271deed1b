import { type FailureReason, TICKET_CODE_OF, type TicketCode } from '../../../../connectors/channels/port/failure-reasons.js';
import type { EventObject } from '../../../../platform/webhooks/outbox/event-body.js';
import type { PaymentTransaction } from '../../transactions/payment-transaction.entity.js';
import { amountData } from '../../transactions/notification.js';

export const CODE_NOTIFICATION_TYPE = 'transaction_blik_level0:code_status_changed';

/** The word for a code, or an alias in its place, that has paid. */
export const VALID = 'VALID';
export type TicketStatus = typeof VALID | TicketCode;

/** @param reason why it was refused; null: it has paid. */
export function ticketStatusOf(reason: FailureReason | null): TicketStatus {
  return reason === null ? VALID : ticketCodeOf(reason);
}

/** BLIK has no word for what only other channels know. */
export function ticketCodeOf(reason: FailureReason): TicketCode {
  return TICKET_CODE_OF[reason] ?? TICKET_CODE_OF.other;
}

/** What a notification about a code says, in the order of signing. The code itself is in none. */
export function codeNotificationData(row: PaymentTransaction, ticketStatus: TicketStatus): EventObject {
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
