import { choiceFilter } from '../../../platform/listing/lists/filters/choice-filter.js';
import { flagFilter } from '../../../platform/listing/lists/filters/flag-filter.js';
import { momentFilter } from '../../../platform/listing/lists/filters/moment-filter.js';
import { textFilter } from '../../../platform/listing/lists/filters/text-filter.js';
import { defineList } from '../../../platform/listing/lists/list.js';
import { SmsTransaction } from './sms-transaction.entity.js';
import { SHORT_NUMBERS } from '../numbers/catalogue.js';
import { INVALID_SENDER_MESSAGE, readSender, SENDER_PATTERN } from '../sender.js';

/** The status by which the list counts a transaction. */
export const usedStatus = (used: boolean): string => (used ? 'used' : 'unused');

/** The transactions of a service. The list counts used and unused codes. */
export const SMS_TRANSACTION_LIST = defineList(SmsTransaction, {
  name: 'sms.transactions',
  scope: 'serviceId',
  columns: ['id', 'fromNumber', 'sendNumber', 'code', 'usedAt', 'netMinor', 'sentAt', 'createdAt'],
  countedBy: {
    filter: 'used',
    sql: `CASE WHEN used_at IS NULL THEN '${usedStatus(false)}' ELSE '${usedStatus(true)}' END`,
    statusOf: usedStatus,
  },
  filters: {
    from: textFilter('fromNumber', {
      label: 'from',
      description: 'Number the message was sent from.',
      documentedPattern: SENDER_PATTERN,
      read: readSender,
      rejectionMessage: INVALID_SENDER_MESSAGE,
    }),
    code: textFilter('code', { label: 'code', max: 64, indexed: 'not empty' }),
    used: flagFilter('usedAt', { label: 'used', description: 'Whether the code has been used.', asPresence: true }),
    send_number: choiceFilter('sendNumber', {
      label: 'send_number',
      values: SHORT_NUMBERS,
      description: 'Number the message was sent to.',
    }),
    // Not named `from`, which is the sender here.
    created_from: momentFilter({ label: 'created_from', rangeEnd: 'from', description: 'Received at that moment or later.' }),
    created_to: momentFilter({ label: 'created_to', rangeEnd: 'until', description: 'Received until the end of that second.' }),
  },
});
