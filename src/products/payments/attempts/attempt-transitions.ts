import { defineTransitions } from '../../../common/state/transitions.js';

/**
 * Alive are `sent`, `pending`, `authorized`, `paid` and `held`: at most one attempt of a transaction.
 *
 * - `sent`: on record before the channel was called; nobody knows yet what came of it
 * - `pending`: the channel knows it, and the payer has to do something
 * - `authorized`: the payer has done everything; the money is taken with `settle`
 * - `paid`, `held`: the payment's money; held until staff say that it is no fraud
 * - `failed`, `canceled`, `expired`, `not_sent`, `not_found`: came to nothing, as far as anybody can know
 * - `lapsed`: given up by payer or time while the channel might still take the money; asked about until that is known
 * - `return_due`, `returned`, `suspense`: money that is not the payment's: on its way back, back, or for staff to deal with
 *
 * Money may come after any end that is not money itself. Three arrows undo what a channel has said of money: what was `returned` comes back
 * into suspense when the channel takes it back; what its books say went back after all is `returned`, once; and another sum in suspense is the
 * payment's as soon as its books say the sum that was asked for.
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
/** Alive, and nothing has been taken yet. */
export const RUNNING_STATES: readonly AttemptState[] = ['sent', 'pending', 'authorized'];
/** Money that came is on record. */
export const MONEY_STATES: readonly AttemptState[] = ['paid', 'held', 'return_due', 'returned', 'suspense'];
