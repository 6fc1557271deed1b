import { defineTransitions } from '../../../common/transitions.js';

/**
 * At most one attempt of a payment is live: `sent`, `pending`, `authorized`, `paid` or `held`.
 *
 * - `sent`: recorded before the acquirer is called; the outcome of the call is not known yet
 * - `pending`: the acquirer has the attempt, and the payer has a next step
 * - `authorized`: the payer has agreed; the money is captured next
 * - `paid`, `held`: the money is booked to the payment; held money waits for the review by staff
 * - `failed`, `canceled`, `expired`, `not_sent`, `not_found`: closed; nothing was captured, as far as known
 * - `lapsed` (the stored name of *abandoned*): abandoned by the payer or expired, but the acquirer may still capture the money; polled
 *   until the outcome is known
 * - `return_due`, `returned`, `suspense`: the money is suspense money. In this order: to be reversed, reversed, left to staff
 *
 * An attempt that was closed or abandoned can still be funded. Three transitions undo an earlier status update:
 * - `returned` to `suspense`: the acquirer took the reversal back
 * - `suspense` to `returned`, at most once: a poll showed that the reversal was completed after all
 * - `suspense` to `paid` or `held`: a poll showed that the acquirer captured the attempt's amount, not another one
 */
export const ATTEMPT_TRANSITIONS = defineTransitions({
  sent: [
    'pending',
    'authorized',
    'paid',
    'held',
    'failed',
    'canceled',
    'expired',
    'not_sent',
    'not_found',
    'lapsed',
    'return_due',
    'suspense',
  ],
  pending: ['authorized', 'paid', 'held', 'failed', 'canceled', 'expired', 'not_found', 'lapsed', 'return_due', 'suspense'],
  authorized: ['paid', 'held', 'failed', 'canceled', 'expired', 'return_due', 'suspense'],
  failed: ['paid', 'held', 'return_due', 'suspense'],
  canceled: ['paid', 'held', 'return_due', 'suspense'],
  expired: ['paid', 'held', 'return_due', 'suspense'],
  not_sent: ['lapsed', 'paid', 'held', 'return_due', 'suspense'],
  not_found: ['lapsed', 'paid', 'held', 'return_due', 'suspense'],
  lapsed: ['authorized', 'paid', 'held', 'failed', 'canceled', 'expired', 'not_found', 'return_due', 'suspense'],
  held: ['paid', 'return_due'],
  paid: [],
  return_due: ['returned', 'suspense'],
  returned: ['suspense'],
  suspense: ['returned', 'paid', 'held'],
});
export type AttemptState = (typeof ATTEMPT_TRANSITIONS.states)[number];

export const LIVE_STATES: readonly AttemptState[] = ['sent', 'pending', 'authorized', 'paid', 'held'];
/** Live states in which nothing has been captured yet. */
export const IN_PROGRESS_STATES: readonly AttemptState[] = ['sent', 'pending', 'authorized'];
/** States in which the acquirer has captured money. */
export const FUNDED_STATES: readonly AttemptState[] = ['paid', 'held', 'return_due', 'returned', 'suspense'];
