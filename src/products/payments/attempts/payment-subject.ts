import type { Subject } from '../../../platform/changes/subject.js';
import type { ServiceContextOf } from '../../../platform/changes/service-context.query.js';
import type { EntryDraft } from '../../../platform/ledger/entry-draft.js';
import { ATTEMPT_TRANSITIONS, type AttemptState } from './states.js';
import { PaymentAttempt } from './payment-attempt.entity.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import {
  heldEntry,
  paidEntry,
  heldRejectedEntry,
  releasedPaymentEntry,
  paymentSuspenseReversedEntry,
  paymentSuspenseEntry,
  suspenseRestoredEntry,
} from './ledger-entries.js';
import { PAYMENT_NOTIFICATION } from '../payments/notification.js';
import { PAYMENT_LIST } from '../payments/payment.list.js';
import { PAYMENT_TRANSITIONS, type PaymentStatus } from '../payments/states.js';

/** A change of a payment has a notification, a list counter and, once there is money, a ledger entry. */
export const PAYMENT: Subject<PaymentTransaction, PaymentStatus> = {
  type: 'payment_transaction',
  entity: PaymentTransaction,
  transitions: PAYMENT_TRANSITIONS,
  id: 'id',
  state: 'status',
  serviceOf: ({ serviceId }) => serviceId,
  traceOf: ({ traceParent }) => traceParent,
  list: ({ serviceId, createdAt }) => ({ list: PAYMENT_LIST.counter(serviceId), createdAt }),
  event: PAYMENT_NOTIFICATION.event,
  entry: paymentEntry,
};

/** Partners get notifications about payments, not about attempts. Only entries for suspense money follow from an attempt. */
export const ATTEMPT: Subject<PaymentAttempt, AttemptState> = {
  type: 'payment_attempt',
  entity: PaymentAttempt,
  transitions: ATTEMPT_TRANSITIONS,
  id: 'reference',
  state: 'state',
  connectorOf: ({ connector }) => connector,
  entry(attempt, at) {
    if (attempt.state === 'returned') return paymentSuspenseReversedEntry(attempt, at);
    if (attempt.state === 'suspense' && attempt.reversedAt) return suspenseRestoredEntry(attempt, at);
    const isSuspense = attempt.state === 'return_due' || attempt.state === 'suspense';
    // Held money that staff reject gets its entry from the payment, see `heldRejectedEntry`.
    return isSuspense && !attempt.wasHeld ? paymentSuspenseEntry(attempt, at) : null;
  },
};

/** The entry has the time in the row, if there is one, so that a ledger check can compare the two. */
function paymentEntry(row: PaymentTransaction, at: Date, contextOf: ServiceContextOf): EntryDraft | null {
  const paidAt = row.paidAt ?? at;
  switch (row.status) {
    case 'transaction_paid':
      // A payment becomes paid again when its refund is reversed. The entry has the same reference, so it is booked only once.
      return (row.heldAt ? releasedPaymentEntry : paidEntry)(row, contextOf(row.serviceId).partnerId, paidAt);
    case 'transaction_fraud_possibility':
      return heldEntry(row, row.heldAt ?? at);
    case 'transaction_fraud':
      return row.paidAt ? null : heldRejectedEntry(row, at);
    default:
      return null;
  }
}
