import { defineTransitions } from '../../../common/state/transitions.js';

/**
 * At most one attempt of a transaction is live: `sent`, `pending`, `authorized`, `paid` or `held`.
 *
 * - `sent`: on record before the channel is called; the outcome of the call is not known yet
 * - `pending`: the channel knows it, and the payer has to do something
 * - `authorized`: the payer has agreed; the money is taken with `capture`
 * - `paid`, `held`: the payment's money; held until staff decide that it is no fraud
 * - `failed`, `canceled`, `expired`, `not_sent`, `not_found`: nothing was taken, as far as known
 * - `lapsed`: abandoned by the payer or expired, while the channel might still take the money; polled until that is known
 * - `return_due`, `returned`, `suspense`: unmatched funds: to be returned, returned, or for staff to deal with
 *
 * Money may come after any end without money. Three transitions undo an earlier status report: `returned` goes to `suspense` when the channel
 * takes the return back; `suspense` goes to `returned`, once, when the channel's books say that it was returned after all; and another sum in
 * `suspense` becomes the payment's when the books say the right sum.
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
/** Live, and nothing has been taken yet. */
export const IN_PROGRESS_STATES: readonly AttemptState[] = ['sent', 'pending', 'authorized'];
/** Money was taken. */
export const FUNDED_STATES: readonly AttemptState[] = ['paid', 'held', 'return_due', 'returned', 'suspense'];
