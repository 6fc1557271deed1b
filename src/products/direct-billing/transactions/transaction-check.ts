import {
  inconsistencies,
  valueMismatch,
  sentenceSql,
  valueSql,
  type Inconsistency,
} from '../../../platform/ledger/verification/inconsistencies.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';
import type { RowCheck } from '../../../platform/products/row-check.js';

const chargeMismatch = (column: string): Inconsistency => {
  const [condition, reason] = valueMismatch(column, `t.${column}`, `c.${column}`, 'its charge has');
  return [`c.reference IS NOT NULL AND ${condition}`, reason];
};

/** Ledger check: a transaction is confirmed or payed exactly if a charge was accepted or booked, and has the values of that charge. */
export const TRANSACTION_CHECK: RowCheck = {
  table: 'direct_billing_transaction',
  key: { column: 'id', ...UUID_KEY },
  inconsistentRowsSql: inconsistencies(
    't.id',
    `(SELECT * FROM direct_billing_transaction WHERE id >= $1 AND id < $2) AS t LEFT JOIN (
        SELECT *, 'transaction_db_' || CASE state WHEN 'booked' THEN 'payed' ELSE 'confirmed' END AS makes FROM direct_billing_charge
        WHERE transaction_id >= $1 AND transaction_id < $2 AND state IN ('accepted', 'booked')
      ) AS c ON c.transaction_id = t.id`,
    [
      [
        `CASE WHEN t.status IN ('transaction_db_confirmed', 'transaction_db_payed') THEN t.status END IS DISTINCT FROM c.makes`,
        sentenceSql('its status is ', valueSql('t.status'), ', and ', {
          sql: `CASE WHEN c.reference IS NULL THEN 'no charge of it was accepted or booked' ELSE concat('its charge ', c.reference, ' is ', c.state) END`,
        }),
      ],
      ...['operator', 'gross_minor', 'net_minor', 'partner_minor', 'test'].map(chargeMismatch),
    ],
  ),
};

/** Ledger check: each charge has a transaction. */
export const CHARGE_TRANSACTION_CHECK: RowCheck = {
  table: 'direct_billing_charge',
  key: { column: 'reference', ...UUID_KEY },
  inconsistentRowsSql: inconsistencies(
    'c.reference',
    `(SELECT reference, transaction_id FROM direct_billing_charge WHERE reference >= $1 AND reference < $2) AS c
      LEFT JOIN direct_billing_transaction t ON t.id = c.transaction_id`,
    [['t.id IS NULL', sentenceSql('its transaction ', valueSql('c.transaction_id'), ' does not exist')]],
  ),
};
