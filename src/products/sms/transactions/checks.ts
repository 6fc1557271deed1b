import type { Check } from '../../../platform/checks/check.js';
import { columnMismatches, missingRow, sentence, valueMismatch } from '../../../platform/checks/rules.js';
import { salePostings } from '../../../platform/ledger/sale-postings.js';
import { BIGINT_ID_KEY } from '../../../runtime/database/rows/row-batches.js';

/** A transaction has a `matched` message with the same values. */
export const SMS_TRANSACTION_CHECK: Check = {
  table: 'sms_transaction',
  as: 't',
  key: BIGINT_ID_KEY,
  entries: {
    joins: 'JOIN service s ON s.id = t.service_id',
    partner: 's.partner_id',
    list: [{ kind: 'sms.received', reference: `'sms:' || t.id`, postings: salePostings('t', `'sms'`) }],
  },
  rules: {
    joins: 'LEFT JOIN sms_inbound i ON i.message_id = t.message_id',
    list: [
      missingRow('message', 't.message_id', 'i.message_id'),
      ...columnMismatches('t', 'i', 'its message has', ['service_id', 'test', 'sent_at']),
      [`i.outcome <> 'matched'`, sentence`its message is ${'i.outcome'}`],
      valueMismatch('send_number', 't.send_number::text', 'i.send_number', 'its message has'),
    ],
  },
};
