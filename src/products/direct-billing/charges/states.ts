import { defineTransitions } from '../../../common/transitions.js';

/**
 * At most one charge of a transaction is live: `sent`, `accepted` or `booked`. `sent` also means that the outcome is unknown.
 *
 * `wrong_code`, `refused`, `not_sent` and `not_found` are definite as far as the gateway knows. The operator may still report such a charge as
 * accepted or booked. The payment continues with the charge if that is possible. Otherwise an acceptance makes the charge `in_doubt`, and a booking
 * is reversed. No payer waits for a charge in doubt. The operator is polled until it has booked the charge, or reports that it has not.
 */
export const CHARGE_TRANSITIONS = defineTransitions({
  sent: ['accepted', 'booked', 'refused', 'wrong_code', 'not_sent', 'not_found', 'in_doubt', 'reversal_due'],
  accepted: ['booked', 'refused', 'reversal_due'],
  wrong_code: ['accepted', 'booked', 'in_doubt', 'reversal_due'],
  not_sent: ['accepted', 'booked', 'in_doubt', 'reversal_due'],
  not_found: ['accepted', 'booked', 'in_doubt', 'reversal_due'],
  refused: ['in_doubt', 'reversal_due'],
  in_doubt: ['accepted', 'booked', 'refused', 'wrong_code', 'not_found', 'reversal_due'],
  booked: [],
  reversal_due: ['reversed'],
  reversed: [],
});
export type ChargeState = (typeof CHARGE_TRANSITIONS.states)[number];
