import type { Subject } from '../../../platform/changes/subject.js';
import { DirectBillingTransaction } from './direct-billing-transaction.entity.js';
import { payedEntry } from '../ledger-entries.js';
import { DIRECT_BILLING_NOTIFICATION, notificationBody } from '../notification.js';
import { TRANSACTION_LIST } from './transaction.list.js';
import { DIRECT_BILLING_TRANSITIONS, type DirectBillingStatus } from './states.js';

/** The consequences of each change of a transaction: the notification, the list's counters and, when it becomes payed, the ledger entry. */
export const TRANSACTION: Subject<DirectBillingTransaction, DirectBillingStatus> = {
  type: 'direct_billing_transaction',
  entity: DirectBillingTransaction,
  transitions: DIRECT_BILLING_TRANSITIONS,
  id: 'id',
  state: 'status',
  serviceOf: ({ serviceId }) => serviceId,
  traceOf: ({ traceParent }) => traceParent,
  list: ({ serviceId, createdAt }) => ({ list: TRANSACTION_LIST.counter(serviceId), createdAt }),
  event(row, { contextOf }) {
    const { amountRendering, serviceIdName } = contextOf(row.serviceId);
    return { type: DIRECT_BILLING_NOTIFICATION.name, body: notificationBody(row, amountRendering, serviceIdName) };
  },
  entry: (row, occurredAt, contextOf) =>
    row.status === 'transaction_db_payed' ? payedEntry(row, contextOf(row.serviceId).partnerId, occurredAt) : null,
};
