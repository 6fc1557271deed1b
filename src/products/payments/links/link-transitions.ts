import { defineTransitions } from '../../../common/state/transitions.js';

/** Only the partner's decision to disable a link. Its expiry and, for single use, its payments also close a link: see `closedBy`. */
export const LINK_TRANSITIONS = defineTransitions({
  link_active: ['link_disabled'],
  link_disabled: [],
});
export const LINK_STATUSES = LINK_TRANSITIONS.states;
export type LinkStatus = (typeof LINK_STATUSES)[number];
