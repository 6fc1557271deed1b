import type { OpenGauge } from '../../../platform/remote-operations/open-gauges.js';
import { acquirerResource } from '../acquirers/acquirer-resource.js';
import { PaymentRefund } from './payment-refund.entity.js';

export type RefundKey = Pick<PaymentRefund, 'id' | 'transactionId'>;

/** Refunds at acquirers. After a hint, refunds in all states are polled: the acquirer may have reversed a completed refund. */
export const REFUNDS = acquirerResource({ entity: PaymentRefund, id: 'id', key: ['id', 'transactionId'], polledOnHint: 'true' });

export const OPEN_REFUNDS: OpenGauge = {
  source: 'open-refunds',
  gauge: 'payment_oldest_open_refund_seconds',
  help: 'Age of the oldest refund that the acquirer has not decided yet, by status. 0 when there is none.',
  table: 'payment_refund',
  provider: 'connector',
  state: 'status',
  since: 'created_at',
  isOpen: `status IN ('refund_new', 'refund_pending')`,
  states: ['refund_new', 'refund_pending'],
};
