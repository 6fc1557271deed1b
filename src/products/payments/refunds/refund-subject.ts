import type { ServiceContextOf } from '../../../platform/changes/service-context.query.js';
import type { Subject } from '../../../platform/changes/subject.js';
import type { EntryDraft } from '../../../platform/ledger/entry-draft.js';
import { PaymentRefund } from './payment-refund.entity.js';
import { completedEntry, releasedRefundEntry, refundReversedEntry } from './ledger-entries.js';
import { REFUND_NOTIFICATION } from './notification.js';
import { REFUND_TRANSITIONS, type RefundStatus } from './states.js';

/** The notifications and ledger entries that follow from changes of a refund. The reservation is booked at creation, which is no change of state. */
export const REFUND: Subject<PaymentRefund, RefundStatus> = {
  type: 'payment_refund',
  entity: PaymentRefund,
  transitions: REFUND_TRANSITIONS,
  id: 'id',
  state: 'status',
  serviceOf: ({ serviceId }) => serviceId,
  traceOf: ({ traceParent }) => traceParent,
  event: REFUND_NOTIFICATION.event,
  entry: refundEntry,
};

function refundEntry(refund: PaymentRefund, at: Date, contextOf: ServiceContextOf): EntryDraft | null {
  const { partnerId } = contextOf(refund.serviceId);
  switch (refund.status) {
    case 'refund_completed':
      return completedEntry(refund, partnerId, refund.completedAt ?? at);
    case 'refund_rejected':
      return releasedRefundEntry(refund, partnerId, at);
    case 'refund_failed':
      return (refund.completedAt ? refundReversedEntry : releasedRefundEntry)(refund, partnerId, at);
    case 'refund_new':
    case 'refund_pending':
      return null;
  }
}
