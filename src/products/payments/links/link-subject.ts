import type { Subject } from '../../../platform/changes/subject.js';
import { LINK_LIST } from './link.list.js';
import { LINK_TRANSITIONS, type LinkStatus } from './link-transitions.js';
import { PaymentLink } from './payment-link.entity.js';

/** Partners get no notifications about a link, only about its payments. */
export const LINK_SUBJECT: Subject<PaymentLink, LinkStatus> = {
  type: 'payment_link',
  entity: PaymentLink,
  transitions: LINK_TRANSITIONS,
  id: 'id',
  state: 'status',
  list: ({ serviceId, createdAt }) => ({ list: LINK_LIST.counter(serviceId), createdAt }),
};
