import { defineTransitions } from '../../../common/transitions.js';

/**
 * - `alias_pending_registration`: it is not known yet whether the payer accepted the alias
 * - `alias_active`: a bank's app has registered the alias
 * - `alias_unregistered`: the payer, the bank or the partner refused or removed the alias, or its registration failed
 * - `alias_expired`: the end date has passed, or the acquirer reported no outcome in three days
 */
export const ALIAS_TRANSITIONS = defineTransitions({
  alias_pending_registration: ['alias_active', 'alias_unregistered', 'alias_expired'],
  alias_active: ['alias_unregistered', 'alias_expired'],
  alias_unregistered: [],
  alias_expired: [],
});
export const ALIAS_STATUSES = ALIAS_TRANSITIONS.states;
export type AliasStatus = (typeof ALIAS_STATUSES)[number];
