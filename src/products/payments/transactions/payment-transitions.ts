import { defineTransitions } from '../../../common/state/transitions.js';

/**
 * *generated*: the payer was sent to a channel; *confirmed*: the channel accepted, booking is outstanding; *fraud_possibility*: the money
 * is there and held. Money that comes after an end wins; a payment is paid again when a channel takes a refund of it back.
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

/** The payer may still choose, begin and confirm. */
export const OPEN_STATUSES: readonly PaymentStatus[] = ['transaction_new', 'transaction_generated'];
