import { defineTransitions } from '../../../common/state/transitions.js';

/** Only the partner's decision. Whether a link can still be paid also depends on its end and, for single use, on its payments: see `closedBy`. */
export const LINK_TRANSITIONS = defineTransitions({
  link_active: ['link_disabled'],
  link_disabled: [],
});
export const LINK_STATUSES = LINK_TRANSITIONS.states;
export type LinkStatus = (typeof LINK_STATUSES)[number];
