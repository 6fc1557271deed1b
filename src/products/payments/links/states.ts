import { defineTransitions } from '../../../common/transitions.js';

/**
 * The status shows only whether the partner has disabled the link. Expiry and a paid single use also close a link, see `linkClosedReason`.
 */
export const LINK_TRANSITIONS = defineTransitions({
  link_active: ['link_disabled'],
  link_disabled: [],
});
export const LINK_STATUSES = LINK_TRANSITIONS.states;
export type LinkStatus = (typeof LINK_STATUSES)[number];
