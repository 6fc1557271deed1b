import { sentenceSql, valueSql, type Inconsistency } from '../../platform/ledger/rows/inconsistencies.js';

/**
 * Checks that a refund or chargeback has its share of the payment's value in PLN. These parts are rounded so that they add up to the whole. So one
 * part may be off by one grosz for each part. A part in PLN has exactly its amount.
 * @param row SQL name of a row with `transaction_id`, `amount_minor` and `currency`, next to the attempt `a` that took the whole amount.
 */
export function plnValueMismatch(column: string, row: string): Inconsistency {
  const share = `a.pln_minor::numeric * ${row}.amount_minor / nullif(a.amount_minor, 0)`;
  const parts = ['payment_refund', 'payment_chargeback']
    .map((table) => `(SELECT count(*) FROM ${table} x WHERE x.transaction_id = ${row}.transaction_id)`)
    .join(' + ');
  return [
    `abs(${row}.${column} - ${share}) > CASE ${row}.currency WHEN 'PLN' THEN 0 ELSE ${parts} END`,
    sentenceSql(
      `its ${column} is `,
      valueSql(`${row}.${column}`),
      ', and its ',
      valueSql(`${row}.amount_minor`),
      ' are worth ',
      valueSql(`round(${share})`),
    ),
  ];
}
