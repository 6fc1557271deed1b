import { choiceFilter } from '../../../platform/listing/lists/filters/choice-filter.js';
import { TIME_OF_CREATION } from '../../../platform/listing/lists/filters/moment-filter.js';
import { textFilter } from '../../../platform/listing/lists/filters/text-filter.js';
import { defineList } from '../../../platform/listing/lists/list.js';
import { LINK_STATUSES, type LinkStatus } from './states.js';
import { PaymentLink } from './payment-link.entity.js';

/** The payment links of a service, counted by status. */
export const LINK_LIST = defineList(PaymentLink, {
  name: 'payment.links',
  scope: 'serviceId',
  columns: [
    'id',
    'serviceId',
    'token',
    'status',
    'amountMinor',
    'minMinor',
    'maxMinor',
    'currency',
    'description',
    'control',
    'singleUse',
    'expiresAt',
    'createdAt',
    'updatedAt',
  ],
  countedBy: { filter: 'status', sql: 'status', statusOf: (status: LinkStatus) => status },
  filters: {
    status: choiceFilter('status', { label: 'status', values: LINK_STATUSES }),
    control: textFilter('control', { label: 'control', max: 255, description: 'The partner’s own field.' }),
    ...TIME_OF_CREATION,
  },
  pageSize: 20,
});
