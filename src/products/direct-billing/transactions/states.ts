import { defineTransitions } from '../../../common/transitions.js';

/**
 * *confirmed*: the payer entered the operator's code, and the operator accepted the charge.
 * *payed*: the operator booked the charge.
 */
export const DIRECT_BILLING_TRANSITIONS = defineTransitions({
  transaction_db_new: ['transaction_db_confirmed', 'transaction_db_rejected'],
  transaction_db_confirmed: ['transaction_db_payed', 'transaction_db_rejected'],
  transaction_db_payed: [],
  transaction_db_rejected: [],
});
export const DIRECT_BILLING_STATUSES = DIRECT_BILLING_TRANSITIONS.states;
export type DirectBillingStatus = (typeof DIRECT_BILLING_STATUSES)[number];
