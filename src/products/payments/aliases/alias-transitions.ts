import { defineTransitions } from '../../../common/state/transitions.js';

/**
 * - `alias_pending_registration`: the payer has not agreed yet, as far as anybody knows
 * - `alias_active`: an app knows the payer by it
 * - `alias_unregistered`: payer, bank or partner did not want it, or not any more; or it never came to be
 * - `alias_expired`: its time is over, or nobody ever answered
 */
export const ALIAS_TRANSITIONS = defineTransitions({
  alias_pending_registration: ['alias_active', 'alias_unregistered', 'alias_expired'],
  alias_active: ['alias_unregistered', 'alias_expired'],
  alias_unregistered: [],
  alias_expired: [],
});
export const ALIAS_STATUSES = ALIAS_TRANSITIONS.states;
export type AliasStatus = (typeof ALIAS_STATUSES)[number];
