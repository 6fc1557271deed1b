import { defineTransitions } from '../../../common/state/transitions.js';

/**
 * - `alias_pending_registration`: not known yet whether the payer agreed
 * - `alias_active`: an app knows the payer by it
 * - `alias_unregistered`: payer, bank or partner refused or removed it, or its registration failed
 * - `alias_expired`: its time is over, or its channel never gave an answer
 */
export const ALIAS_TRANSITIONS = defineTransitions({
  alias_pending_registration: ['alias_active', 'alias_unregistered', 'alias_expired'],
  alias_active: ['alias_unregistered', 'alias_expired'],
  alias_unregistered: [],
  alias_expired: [],
});
export const ALIAS_STATUSES = ALIAS_TRANSITIONS.states;
export type AliasStatus = (typeof ALIAS_STATUSES)[number];
