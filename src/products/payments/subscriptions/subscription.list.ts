import { choiceFilter } from '../../../platform/listing/lists/filters/choice-filter.js';
import { idFilter } from '../../../platform/listing/lists/filters/id-filter.js';
import { TIME_OF_CREATION } from '../../../platform/listing/lists/filters/moment-filter.js';
import { defineList } from '../../../platform/listing/lists/list.js';
import { PaymentSubscription } from './payment-subscription.entity.js';
import { SUBSCRIPTION_MODES, SUBSCRIPTION_STATUSES, type SubscriptionStatus } from './states.js';

/** The subscriptions of a service, counted by status. */
export const SUBSCRIPTION_LIST = defineList(PaymentSubscription, {
  name: 'payment.subscriptions',
  scope: 'serviceId',
  columns: [
    'id',
    'aliasId',
    'status',
    'mode',
    'model',
    'frequency',
    'initiationAt',
    'totalLimitMinor',
    'countLimit',
    'cancelledBy',
    'cancelledReason',
    'createdAt',
    'updatedAt',
  ],
  countedBy: { filter: 'status', sql: 'status', statusOf: (status: SubscriptionStatus) => status },
  filters: {
    status: choiceFilter('status', { label: 'status', values: SUBSCRIPTION_STATUSES }),
    mode: choiceFilter('mode', { label: 'mode', values: SUBSCRIPTION_MODES }),
    uuid: idFilter('id', { label: 'uuid', description: 'Id of the subscription.' }),
    ...TIME_OF_CREATION,
  },
  pageSize: 20,
});
