import { acquirerResource } from '../at-channel/acquirer-resource.js';
import { PaymentRefund } from './payment-refund.entity.js';

export type RefundKey = Pick<PaymentRefund, 'id' | 'transactionId'>;

/** Refunds at acquirers. One that is over may be taken back yet. */
export const REFUNDS = acquirerResource({ entity: PaymentRefund, id: 'id', key: ['id', 'transactionId'], polledOnHint: 'true' });
