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

const attemptMismatch = (column: string) => valueMismatch(column, `r.${column}`, `a.${column}`, 'its attempt has');

/** Ledger check: a refund is consistent with its attempt and the exchange rate, and its times with those of its entries. */
export const REFUND_ROW_CHECK: RowCheck = {
  table: 'payment_refund',
  key: { column: 'id', ...UUID_KEY },
  inconsistentRowsSql: inconsistencies(
    'r.id',
    `(SELECT *, transaction_id || ':' || id AS entered FROM payment_refund WHERE id >= $1 AND id < $2) AS r
      LEFT JOIN payment_attempt a ON a.reference = r.attempt_reference
      LEFT JOIN ledger_entry reserved ON reserved.reference = r.entered AND reserved.kind = 'refund.reserved'
      LEFT JOIN ledger_entry completed ON completed.reference = r.entered AND completed.kind = 'refund.completed'`,
    [
      ['a.reference IS NULL', sentenceSql('its attempt ', valueSql('r.attempt_reference'), ' does not exist')],
      ...['transaction_id', 'service_id', 'channel', 'connector', 'test', 'currency'].map(attemptMismatch),
      [`a.state <> 'paid'`, sentenceSql('its attempt is ', valueSql('a.state'))],
      plnValueMismatch('wallet_minor', 'r'),
      timeMismatch('created_at', 'r.created_at', 'reserved.occurred_at', 'its entry is from'),
      timeMismatch('completed_at', 'r.completed_at', 'completed.occurred_at', 'its entry is from'),
    ],
  ),
};
