import { type RowRule, sentence } from '../../platform/checks/rules.js';

/**
 * A refund or chargeback has its share of the payment's value in PLN. The shares are rounded so that they add up to the
 * whole. So a share may differ by one grosz for each refund and chargeback of the payment. For a payment in PLN a share is exact.
 * @param column SQL name of the column with the share, in grosz.
 * @param row SQL alias of a row with `transaction_id`, `amount_minor` and `currency`, joined with the attempt `a` that has the whole
 * amount.
 */
export function plnValueMismatch(column: string, row: string): RowRule {
  const shareSql = `a.pln_minor::numeric * ${row}.amount_minor / nullif(a.amount_minor, 0)`;
  const partCountSql = ['payment_refund', 'payment_chargeback']
    .map((table) => `(SELECT count(*) FROM ${table} x WHERE x.transaction_id = ${row}.transaction_id)`)
    .join(' + ');
  return [
    `abs(${row}.${column} - ${shareSql}) > CASE ${row}.currency WHEN 'PLN' THEN 0 ELSE ${partCountSql} END`,
    sentence`its ${`'${column}'`} is ${`${row}.${column}`}, and its amount of ${`${row}.amount_minor`} is worth ${`round(${shareSql})`}`,
  ];
}
