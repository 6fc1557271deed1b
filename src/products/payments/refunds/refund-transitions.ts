import { defineTransitions } from '../../../common/state/transitions.js';

/**
 * - `refund_new`: reserved in the wallet, not sent to the channel yet
 * - `refund_pending`: sent, or about to be; polled until the outcome is definite
 * - `refund_completed`: the payer has the money; the channel may still take it back
 * - `refund_rejected`, `refund_failed`: the channel refused it, or could not do it; the money is back in the wallet
 */
export const REFUND_TRANSITIONS = defineTransitions({
  refund_new: ['refund_pending'],
  refund_pending: ['refund_completed', 'refund_rejected', 'refund_failed'],
  refund_completed: ['refund_failed'],
  refund_rejected: [],
  refund_failed: [],
});
export const REFUND_STATUSES = REFUND_TRANSITIONS.states;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
