import { CHANNEL_IDS } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { choiceFilter } from '../../../platform/listing/lists/filters/choice-filter.js';
import { textFilter } from '../../../platform/listing/lists/filters/text-filter.js';
import { TIME_OF_CREATION } from '../../../platform/listing/lists/filters/moment-filter.js';
import { defineList } from '../../../platform/listing/lists/list.js';
import { PaymentTransaction } from './payment-transaction.entity.js';
import { PAYMENT_STATUSES, type PaymentStatus } from './states.js';

/** The payments of a service, counted by status. */
export const PAYMENT_LIST = defineList(PaymentTransaction, {
  name: 'payment.transactions',
  scope: 'serviceId',
  columns: ['id', 'status', 'plnMinor', 'control', 'channel', 'paidAt', 'createdAt', 'updatedAt'],
  countedBy: { filter: 'status', sql: 'status', statusOf: (status: PaymentStatus) => status },
  filters: {
    status: choiceFilter('status', { label: 'status', values: PAYMENT_STATUSES }),
    control: textFilter('control', { label: 'control', max: 255, description: 'The partner’s own field.' }),
    channel: choiceFilter('channel', { label: 'channel', values: CHANNEL_IDS, description: 'Channel that was begun last, or paid.' }),
    ...TIME_OF_CREATION,
  },
});
