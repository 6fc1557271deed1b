import type { NamedQuery } from '../../../runtime/database/named-query.js';
import { insertionOf, type NewRowOf } from '../../../runtime/database/rows/row-insertion.js';
import { countChanges } from '../../../platform/listing/listing-statements.js';
import { SmsTransaction } from '../transactions/sms-transaction.entity.js';
import { CLAIM_MESSAGES, MESSAGES } from './claim-statement.js';
import { SMS_TRANSACTION_LIST, usedStatus } from '../transactions/transaction.list.js';

export const SALES = insertionOf(SmsTransaction, ['id', 'usedAt']);

export type NewSale = NewRowOf<typeof SALES>;

/** Ids of a transaction and its message. */
export interface Sold {
  id: string;
  messageId: string;
}

const SOLD = 'RETURNING id, message_id, service_id, created_at';
const COUNTED = countChanges(
  `SELECT ${SMS_TRANSACTION_LIST.counterSql('service_id')} AS list, '${usedStatus(false)}'::text AS status, created_at, 1::bigint AS by FROM sold`,
);
const IDS = 'SELECT id, message_id AS "messageId" FROM sold';

/** Inserts the transactions of claimed messages and updates the list's counters, in one statement. */
export const SELL: NamedQuery = {
  name: 'sms_transaction_insert',
  text: `WITH sold AS (${SALES.insert()} ${SOLD}), ${COUNTED} ${IDS}`,
};

/**
 * Like `SELL`, and claims the messages in the same statement, for messages whose replies are known before the sale. Nothing is written for a
 * repetition. The parameters of the claims come first.
 */
export const CLAIM_AND_SELL: NamedQuery = {
  name: 'sms_inbound_sell',
  text: `
    WITH claimed AS (${CLAIM_MESSAGES}), sold AS (
      ${SALES.insert(MESSAGES.parameters + 1)} JOIN claimed USING (message_id) ${SOLD}
    ), ${COUNTED} ${IDS}`,
};
