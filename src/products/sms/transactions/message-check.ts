import { inconsistencies, valueMismatch, sentenceSql, valueSql } from '../../../platform/ledger/verification/inconsistencies.js';
import { BIGINT_ID_KEY } from '../../../runtime/database/rows/row-batches.js';
import type { RowCheck } from '../../../platform/products/row-check.js';

const messageMismatch = (column: string) => valueMismatch(column, `t.${column}`, `i.${column}`, 'its message has');

/** Ledger check: each transaction has a `matched` message with the same values. */
export const MESSAGE_CHECK: RowCheck = {
  table: 'sms_transaction',
  key: BIGINT_ID_KEY,
  inconsistentRowsSql: inconsistencies(
    't.id',
    `(SELECT * FROM sms_transaction WHERE id >= $1 AND id < $2) AS t LEFT JOIN sms_inbound i ON i.message_id = t.message_id`,
    [
      ['i.message_id IS NULL', sentenceSql('its message ', valueSql('t.message_id'), ' does not exist')],
      ...['service_id', 'test', 'sent_at'].map(messageMismatch),
      [`i.outcome <> 'matched'`, sentenceSql('its message is ', valueSql('i.outcome'))],
      valueMismatch('send_number', 't.send_number::text', 'i.send_number', 'its message has'),
    ],
  ),
};
