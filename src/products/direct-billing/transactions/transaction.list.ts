import { choiceFilter } from '../../../platform/listing/lists/filters/choice-filter.js';
import { textFilter } from '../../../platform/listing/lists/filters/text-filter.js';
import { TIME_OF_CREATION } from '../../../platform/listing/lists/filters/moment-filter.js';
import { defineList } from '../../../platform/listing/lists/list.js';
import { DirectBillingTransaction } from './direct-billing-transaction.entity.js';
import { MOBILE_NUMBER_PATTERN, INVALID_MOBILE_NUMBER_MESSAGE, readMobileNumber } from '../phone-number.js';
import { DIRECT_BILLING_STATUSES, type DirectBillingStatus } from './states.js';

/** The transactions of a service. The list counts them by status. */
export const TRANSACTION_LIST = defineList(DirectBillingTransaction, {
  name: 'directbilling.transactions',
  scope: 'serviceId',
  columns: ['id', 'status', 'grossMinor', 'netMinor', 'operator', 'createdAt', 'updatedAt'],
  countedBy: { filter: 'status', sql: 'status', statusOf: (status: DirectBillingStatus) => status },
  filters: {
    status: choiceFilter('status', { label: 'status', values: DIRECT_BILLING_STATUSES }),
    phoneNumber: textFilter('phoneNumber', {
      label: 'phone number',
      description: 'Number the transaction was made from.',
      documentedPattern: MOBILE_NUMBER_PATTERN,
      read: readMobileNumber,
      rejectionMessage: INVALID_MOBILE_NUMBER_MESSAGE,
    }),
    control: textFilter('control', { label: 'control', max: 128, description: 'The partner’s own field.' }),
    ...TIME_OF_CREATION,
  },
});
