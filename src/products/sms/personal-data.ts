import type { EntityManager } from 'typeorm';
import {
  ERASED_NUMBER,
  callEraseFunction,
  columnsAsText,
  type PersonalDataSource,
  relatedRowsAsText,
  type Retention,
} from '../../platform/products/personal-data-source.js';

const PARTNER_CALLS_OF_MESSAGE = 'sms_partner_call o JOIN sms_transaction s ON s.id = o.transaction_id WHERE s.message_id = t.message_id';

/** The personal data of received messages and of their transactions and partner calls. */
export const MESSAGE_PERSONAL_DATA: PersonalDataSource = {
  name: 'sms_messages',
  table: 'sms_inbound',
  key: [{ column: 'message_id', type: 'text' }],
  searchedTextSql: `concat_ws(chr(10), ${columnsAsText('t', ['from_number', 'text', 'reply'])},
    ${relatedRowsAsText('sms_transaction o WHERE o.message_id = t.message_id', ['from_number'])}, ${relatedRowsAsText(PARTNER_CALLS_OF_MESSAGE, ['last_problem'])})`,
  blockedReasonSql: 'sms_open_reason(t.message_id)',
  blockedHint: 'A message gets a reply within seconds. A partner’s program is called until it returns a text or the retry schedule ends.',
  erase: (tx, keys, mention) => erase(tx, keys.flat(), mention, false),
};

/** Erases the texts of messages and replies. */
export function textRetention(days: number): Retention {
  return { name: 'sms_texts', days, selectOldestSql: oldestMessagesSql("t.text <> ''"), erase: (tx, ids) => erase(tx, ids, null, true) };
}

/** Erases the senders of messages and transactions, and the texts that are not erased yet. */
export function senderRetention(days: number): Retention {
  const selectOldestSql = oldestMessagesSql(`t.from_number <> '${ERASED_NUMBER}'`);
  return { name: MESSAGE_PERSONAL_DATA.name, days, selectOldestSql, erase: (tx, ids) => erase(tx, ids, null, false) };
}

/** SQL for the oldest messages without open work. @param conditionSql condition of a partial index, so that the index finds the rows. */
const oldestMessagesSql = (conditionSql: string): string => `
  SELECT t.message_id AS key FROM sms_inbound t WHERE ${conditionSql} AND t.received_at < $1 AND sms_open_reason(t.message_id) IS NULL
  ORDER BY t.received_at LIMIT $2 FOR NO KEY UPDATE OF t SKIP LOCKED`;

function erase(tx: EntityManager, ids: readonly string[], mention: string | null, textsOnly: boolean): Promise<number> {
  return callEraseFunction(tx, 'erase_sms($1, $2, $3)', [ids, mention, textsOnly]);
}
