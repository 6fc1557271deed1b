import { inconsistencies, valueMismatch, sentenceSql, valueSql } from '../../../platform/ledger/verification/inconsistencies.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';
import type { RowCheck } from '../../../platform/products/row-check.js';

const paymentMismatch = (column: string) => valueMismatch(column, `a.${column}`, `t.${column}`, 'its payment has');

/**
 * Ledger check: an attempt has its payment's amounts. A paid or held attempt through blik-recurrent belongs to a subscription or to a
 * recurring charge.
 */
export const ATTEMPT_ROW_CHECK: RowCheck = {
  table: 'payment_attempt',
  key: { column: 'reference', ...UUID_KEY },
  inconsistentRowsSql: inconsistencies(
    'a.reference',
    `(SELECT * FROM payment_attempt WHERE reference >= $1 AND reference < $2) AS a LEFT JOIN payment_transaction t ON t.id = a.transaction_id`,
    [
      ['t.id IS NULL', sentenceSql('its payment ', valueSql('a.transaction_id'), ' does not exist')],
      ...['service_id', 'amount_minor', 'currency', 'pln_minor'].map(paymentMismatch),
      [
        `a.channel = 'blik-recurrent' AND a.state IN ('paid', 'held')
          AND NOT EXISTS (SELECT FROM payment_subscription s WHERE s.attempt_reference = a.reference)
          AND NOT EXISTS (SELECT FROM payment_charge c WHERE c.attempt_reference = a.reference)`,
        sentenceSql('it is ', valueSql('a.state'), ' by blik-recurrent, and it belongs to no subscription and no charge'),
      ],
    ],
  ),
};
