import { defineTransitions } from '../../../common/state/transitions.js';

/**
 * Live are `sent`, `accepted` and `booked`: at most one charge of a transaction. `sent` also means that the outcome is unknown.
 *
 * `wrong_code`, `refused`, `not_sent` and `not_found` are definite as far as the gateway can know. Should the operator report such a
 * charge once more, it may still take the money: the payment goes on if it can, and otherwise the charge is `in_doubt`. No payer waits
 * for it then. The operator is asked until it has booked the charge, which is then reversed, or says that it has not.
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
