import type { Subject } from '../../../platform/changes/subject.js';
import { ALIAS_NOTIFICATION } from './notification.js';
import { ALIAS_LIST } from './alias.list.js';
import { ALIAS_TRANSITIONS, type AliasStatus } from './states.js';
import { PaymentAlias } from './payment-alias.entity.js';

/** What each state change of an alias causes: a notification and an update of the list counter. */
export const ALIAS: Subject<PaymentAlias, AliasStatus> = {
  type: 'payment_alias',
  entity: PaymentAlias,
  transitions: ALIAS_TRANSITIONS,
  id: 'id',
  state: 'status',
  serviceOf: ({ serviceId }) => serviceId,
  traceOf: ({ traceParent }) => traceParent,
  list: ({ serviceId, createdAt }) => ({ list: ALIAS_LIST.counter(serviceId), createdAt }),
  event: ALIAS_NOTIFICATION.event,
};
