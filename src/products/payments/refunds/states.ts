import { defineTransitions } from '../../../common/transitions.js';

/**
 * - `refund_new`: reserved in the wallet, not sent to the acquirer yet
 * - `refund_pending`: sent, or about to be sent; polled until the outcome is definite
 * - `refund_completed`: the payer has the money; the acquirer may still reverse the refund, which then becomes `refund_failed`
 * - `refund_rejected`, `refund_failed`: the acquirer refused the refund, or could not complete it; the money is available in the wallet
 *   again
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
