import { choiceFilter } from '../../../platform/listing/lists/filters/choice-filter.js';
import { idFilter } from '../../../platform/listing/lists/filters/id-filter.js';
import { textFilter } from '../../../platform/listing/lists/filters/text-filter.js';
import { TIME_OF_CREATION } from '../../../platform/listing/lists/filters/moment-filter.js';
import { defineList } from '../../../platform/listing/lists/list.js';
import { ALIAS_STATUSES, type AliasStatus } from './states.js';
import { MAX_VALUE_LENGTH } from '../mandates/alias-limits.js';
import { ALIAS_TYPES, PaymentAlias } from './payment-alias.entity.js';

/** The aliases of a service, of both types, counted by status. */
export const ALIAS_LIST = defineList(PaymentAlias, {
  name: 'payment.aliases',
  scope: 'serviceId',
  columns: ['id', 'type', 'value', 'label', 'blikKey', 'status', 'expiresAt', 'createdAt', 'updatedAt'],
  countedBy: { filter: 'status', sql: 'status', statusOf: (status: AliasStatus) => status },
  filters: {
    status: choiceFilter('status', { label: 'status', values: ALIAS_STATUSES }),
    type: choiceFilter('type', { label: 'type', values: ALIAS_TYPES }),
    uuid: idFilter('id', { label: 'uuid', description: 'Id of the alias.' }),
    value: textFilter('value', { label: 'value', max: MAX_VALUE_LENGTH }),
    ...TIME_OF_CREATION,
  },
  pageSize: 20,
});
