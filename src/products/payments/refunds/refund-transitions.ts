import { defineTransitions } from '../../../common/state/transitions.js';

/**
 * - `refund_new`: reserved in the wallet; the channel has not been told
 * - `refund_pending`: the channel is being told, or was; asked about until its answer is definite
 * - `refund_completed`: the payer has the money, unless the channel takes it back later
 * - `refund_rejected`, `refund_failed`: the channel does not do it, or tried in vain; the wallet has the money
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
