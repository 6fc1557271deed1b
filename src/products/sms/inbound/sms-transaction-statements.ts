import type { NamedQuery } from '../../../runtime/database/named-query.js';
import { insertionOf, type NewRowOf } from '../../../runtime/database/rows/row-insertion.js';
import { countChanges } from '../../../platform/listing/listing-statements.js';
import { SmsTransaction } from '../transactions/sms-transaction.entity.js';
import { CLAIM_MESSAGES, MESSAGES } from './claim-statement.js';
import { SMS_TRANSACTION_LIST, usedStatus } from '../transactions/transaction.list.js';

/** The database sets `id`, and `used_at` is null in a new row. */
export const SMS_TRANSACTIONS = insertionOf(SmsTransaction, ['id', 'usedAt']);

export type NewSmsTransaction = NewRowOf<typeof SMS_TRANSACTIONS>;

export interface InsertedTransaction {
  id: string;
  messageId: string;
}

// Parts of the statements below; `inserted` is the member of their WITH that inserts the transactions.
const RETURNING_COLUMNS = 'RETURNING id, message_id, service_id, created_at';
const UPDATE_COUNTERS = countChanges(
  `SELECT ${SMS_TRANSACTION_LIST.counterSql('service_id')} AS list, '${usedStatus(false)}'::text AS status, created_at, 1::bigint AS by FROM inserted`,
);
const SELECT_IDS = 'SELECT id, message_id AS "messageId" FROM inserted';

/** Inserts the transactions of claimed messages and updates the list's counters, in one statement. */
export const INSERT_SMS_TRANSACTIONS: NamedQuery = {
  name: 'sms_transaction_insert',
  text: `WITH inserted AS (${SMS_TRANSACTIONS.insert()} ${RETURNING_COLUMNS}), ${UPDATE_COUNTERS} ${SELECT_IDS}`,
};

/**
 * Like `INSERT_SMS_TRANSACTIONS`, and claims the messages in the same statement, for messages whose reply does not depend on another call.
 * Writes nothing for a message that was received before. The parameters of the claims come first.
 */
export const CLAIM_AND_INSERT_SMS_TRANSACTIONS: NamedQuery = {
  name: 'sms_inbound_claim_and_insert',
  text: `
    WITH claimed AS (${CLAIM_MESSAGES}), inserted AS (
      ${SMS_TRANSACTIONS.insert(MESSAGES.parameters + 1)} JOIN claimed USING (message_id) ${RETURNING_COLUMNS}
    ), ${UPDATE_COUNTERS} ${SELECT_IDS}`,
};
