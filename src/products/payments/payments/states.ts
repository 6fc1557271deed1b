import { defineTransitions } from '../../../common/transitions.js';

/**
 * - `transaction_new`: created; no acquirer has started an attempt yet
 * - `transaction_generated`: the acquirer started an attempt; another attempt may follow while attempts are left
 * - `transaction_confirmed`: the acquirer authorized the money, which is not captured yet
 * - `transaction_paid`: the money is captured and booked to the payment
 * - `transaction_failure`: the payment failed, and the payer cannot start another attempt
 * - `transaction_expired`: not paid in time
 * - `transaction_canceled`: the payer cancelled the payment
 * - `transaction_refunded`: the whole amount is refunded
 * - `transaction_fraud_possibility`: the money is captured and held for review
 * - `transaction_fraud`: staff decided that the payment is fraud
 *
 * Money that is captured after a payment failed, expired or was cancelled still pays it. A refunded payment is paid again when the acquirer
 * reverses a refund.
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

/** Statuses in which the payer can still pay. */
export const OPEN_STATUSES: readonly PaymentStatus[] = ['transaction_new', 'transaction_generated'];
