import {
  inconsistencies,
  valueMismatch,
  timeMismatch,
  sentenceSql,
  valueSql,
} from '../../../platform/ledger/verification/inconsistencies.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';
import type { RowCheck } from '../../../platform/products/row-check.js';
import { plnValueMismatch } from '../pln-value-check.js';

const attemptMismatch = (column: string) => valueMismatch(column, `b.${column}`, `a.${column}`, 'its attempt has');

/** Ledger check: a chargeback is consistent with its attempt, its partner, the exchange rate and the acquirer's callback. */
export const CHARGEBACK_ROW_CHECK: RowCheck = {
  table: 'payment_chargeback',
  key: { column: 'id', ...UUID_KEY },
  inconsistentRowsSql: inconsistencies(
    'b.id',
    `(SELECT * FROM payment_chargeback WHERE id >= $1 AND id < $2) AS b
      LEFT JOIN payment_attempt a ON a.reference = b.attempt_reference LEFT JOIN service s ON s.id = a.service_id
      LEFT JOIN LATERAL (
        SELECT e.event_id FROM payment_callback e
        WHERE e.connector = b.connector AND (e.event_id = b.event_id OR e.event_name = b.event_id) AND e.kind = 'chargeback' LIMIT 1) AS e ON true
      LEFT JOIN ledger_entry entered ON entered.reference = b.transaction_id || ':' || b.id AND entered.kind = 'payment.chargeback'`,
    [
      ['a.reference IS NULL', sentenceSql('its attempt ', valueSql('b.attempt_reference'), ' does not exist')],
      ...['transaction_id', 'channel', 'test', 'currency'].map(attemptMismatch),
      valueMismatch('partner_id', 'b.partner_id', 's.partner_id', 'its service has'),
      [`a.state <> 'paid'`, sentenceSql('its attempt is ', valueSql('a.state'))],
      plnValueMismatch('pln_minor', 'b'),
      ['e.event_id IS NULL', sentenceSql('no callback of ', valueSql('b.connector'), ' has the event id ', valueSql('b.event_id'))],
      timeMismatch('created_at', 'b.created_at', 'entered.occurred_at', 'its entry is from'),
    ],
  ),
};
