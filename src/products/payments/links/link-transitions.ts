import { defineTransitions } from '../../../common/state/transitions.js';

/** What the partner has decided. Whether a link can still be paid also depends on its end and, for a single one, on its payments: see `closedBy`. */
export const LINK_TRANSITIONS = defineTransitions({
  link_active: ['link_disabled'],
  link_disabled: [],
});
export const LINK_STATUSES = LINK_TRANSITIONS.states;
export type LinkStatus = (typeof LINK_STATUSES)[number];
