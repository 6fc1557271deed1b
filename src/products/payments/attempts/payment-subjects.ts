import { Injectable } from '@nestjs/common';
import type { Subject } from '../../../platform/changes/subject.js';
import type { FactsOf } from '../../../platform/changes/service-facts.query.js';
import type { EntryDraft } from '../../../platform/ledger/entry-draft.js';
import { typedNotification } from '../../../platform/webhooks/outbox/typed-notification.js';
import { Environment } from '../../../runtime/config/environment.js';
import { ATTEMPT_TRANSITIONS, type AttemptState } from './attempt-transitions.js';
import { PaymentAttempt } from './payment-attempt.entity.js';
import { PaymentTransaction } from '../transactions/payment-transaction.entity.js';
import { heldEntry, paidEntry, refusedEntry, releasedEntry, returnedEntry, suspenseEntry } from './ledger-entries.js';
import { NOTIFICATION_TYPE, notificationData } from '../transactions/notification.js';
import { PAYMENT_LIST } from '../transactions/payment.list.js';
import { PAYMENT_TRANSITIONS, type PaymentStatus } from '../transactions/payment-transitions.js';

/** What follows from each change of a payment and of its attempts. */
@Injectable()
export class PaymentSubjects {
  /** Its notification, its place in the list and, once there is money, what becomes of it. */
  readonly payment: Subject<PaymentTransaction, PaymentStatus>;

  /** Partners learn of the payment; of an attempt only the money follows that cannot be theirs. */
  readonly attempt: Subject<PaymentAttempt, AttemptState> = {
    type: 'payment_attempt',
    entity: PaymentAttempt,
    transitions: ATTEMPT_TRANSITIONS,
    id: 'reference',
    state: 'state',
    connectorOf: ({ connector }) => connector,
    entry(attempt, at) {
      if (attempt.state === 'returned') return returnedEntry(attempt, at);
      const isStray = attempt.state === 'return_due' || attempt.state === 'suspense';
      return isStray && !attempt.wasHeld ? suspenseEntry(attempt, at) : null;
    },
  };

  constructor({ app: { displayTimeZone: zone } }: Environment) {
    this.payment = {
      type: 'payment_transaction',
      entity: PaymentTransaction,
      transitions: PAYMENT_TRANSITIONS,
      id: 'id',
      state: 'status',
      serviceOf: ({ serviceId }) => serviceId,
      traceOf: ({ traceParent }) => traceParent,
      list: ({ serviceId, createdAt }) => ({ list: PAYMENT_LIST.counter(serviceId), createdAt }),
      event: (row) => ({
        type: NOTIFICATION_TYPE,
        body: typedNotification({ type: NOTIFICATION_TYPE, at: row.updatedAt, zone, data: notificationData(row, zone) }),
      }),
      entry: moneyOf,
    };
  }
}

/** Entered at the moment that the row says, so that each proves the other. */
function moneyOf(row: PaymentTransaction, at: Date, factsOf: FactsOf): EntryDraft | null {
  const paidAt = row.paidAt ?? at;
  switch (row.status) {
    case 'transaction_paid':
      // Paid again after its refund was taken back: it was entered then, and an entry is made once.
      return (row.heldAt ? releasedEntry : paidEntry)(row, factsOf(row.serviceId).partnerId, paidAt);
    case 'transaction_fraud_possibility':
      return heldEntry(row, row.heldAt ?? at);
    case 'transaction_fraud':
      return row.paidAt ? null : refusedEntry(row, at);
    default:
      return null;
  }
}
