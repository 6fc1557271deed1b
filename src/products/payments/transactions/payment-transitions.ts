import { defineTransitions } from '../../../common/state/transitions.js';

/**
 * *generated*: an attempt was started; *confirmed*: the channel authorized the money, which is not captured yet; *fraud_possibility*: the money
 * came and is held. Money that comes after an end still counts. A refunded payment is paid again when the channel takes the refund back.
 */
export const PAYMENT_TRANSITIONS = defineTransitions({
  transaction_new: ['transaction_generated', 'transaction_canceled', 'transaction_expired', 'transaction_failure'],
  transaction_generated: [
    'transaction_confirmed',
    'transaction_paid',
    'transaction_failure',
    'transaction_canceled',
    'transaction_expired',
    'transaction_fraud_possibility',
  ],
  transaction_confirmed: ['transaction_paid', 'transaction_failure', 'transaction_fraud_possibility'],
  transaction_paid: ['transaction_refunded', 'transaction_fraud'],
  transaction_failure: ['transaction_paid'],
  transaction_expired: ['transaction_paid'],
  transaction_canceled: ['transaction_paid'],
  transaction_refunded: ['transaction_paid'],
  transaction_fraud: [],
  transaction_fraud_possibility: ['transaction_paid', 'transaction_fraud'],
});
export const PAYMENT_STATUSES = PAYMENT_TRANSITIONS.states;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The payer can still pay. */
export const OPEN_STATUSES: readonly PaymentStatus[] = ['transaction_new', 'transaction_generated'];
