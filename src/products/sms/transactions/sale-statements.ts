import type { NamedQuery } from '../../../runtime/database/named-query.js';
import { countChanges } from '../../../platform/listing/listing-statements.js';
import { CLAIM_MESSAGE } from '../inbound/claim-statement.js';
import { usedStatus } from './transaction.list.js';

const COLUMNS = 'service_id, message_id, from_number, send_number, code, test, net_minor, gross_minor, partner_minor, sent_at, created_at';

const count = (list: string): string =>
  countChanges(`SELECT ${list}::text AS list, '${usedStatus(false)}'::text AS status, created_at, 1::bigint AS by FROM sold`);

/**
 * A message that was claimed before: its transaction and the list's counters in one statement. Answers the transaction's id.
 * Parameters: service, message, sender (digits), number, code, test, net, gross, partner's share, sent at, now, name of the list.
 */
export const SELL: NamedQuery = {
  name: 'sms_transaction_insert',
  text: `
    WITH sold AS (
      INSERT INTO sms_transaction (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id, created_at
    ), ${count('$12')}
    SELECT id FROM sold`,
};

/**
 * The same together with the claim, where the reply is known beforehand. Answers nothing, and writes nothing, when the message came before.
 * Parameters: those of the claim, then sender (digits), number, code, net, gross, partner's share, name of the list.
 */
export const CLAIM_AND_SELL: NamedQuery = {
  name: 'sms_inbound_sell',
  text: `
    WITH claimed AS (${CLAIM_MESSAGE}), sold AS (
      INSERT INTO sms_transaction (${COLUMNS})
      SELECT $9, message_id, $11, $12::integer, $13, $7, $14::bigint, $15::bigint, $16::bigint, $5, $6 FROM claimed RETURNING id, created_at
    ), ${count('$17')}
    SELECT id FROM sold`,
};
