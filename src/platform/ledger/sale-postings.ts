import type { RowKey } from '../../runtime/database/rows/row-batches.js';
import type { EntryCheck } from '../products/entry-check.js';

interface Sale {
  /** The kind as plain text. */
  kind: string;
  /** Alias of the row whose `gross_minor`, `net_minor` and `partner_minor` are the amounts. */
  row: string;
  /** An SQL expression, as the two below. */
  reference: string;
  /** The operator, channel or `sms` that collects the money, as in `platform:clearing:<clearing>`. */
  clearing: string;
  /** Whether it is test money. The default is `test` of the row. */
  test?: string;
}

/**
 * SQL of the postings that `saleEntry` makes, for an `EntryCheck`. It is written separately on purpose: shared code would verify itself.
 * @param rows must have the service as `s`.
 */
export function salePostings(
  { kind, row, reference, clearing, test = `${row}.test` }: Sale,
  rows: { from: string; where: string },
): string {
  return `
    SELECT '${kind}' AS kind, ${reference} AS reference, l.account, l.partner_id, ${test} AS test, 'PLN' AS currency, l.amount_minor
    FROM ${rows.from} CROSS JOIN LATERAL (VALUES
      ('platform:clearing:' || ${clearing}, NULL::uuid, ${row}.gross_minor),
      ('platform:vat', NULL, ${row}.net_minor - ${row}.gross_minor),
      ('partner:pending', s.partner_id, -${row}.partner_minor),
      ('platform:commission', NULL, ${row}.partner_minor - ${row}.net_minor)) AS l (account, partner_id, amount_minor)
    WHERE l.amount_minor <> 0 AND ${rows.where}`;
}

interface SaleTable extends Omit<Sale, 'row'> {
  table: string;
  key: RowKey;
  /** An SQL condition: which rows `t` are sales. All by default. */
  where?: string;
}

/** Makes the check of a table whose rows are sales of the service in `service_id`. */
export function saleCheck({ table, key, where = 'true', ...sale }: SaleTable): EntryCheck {
  const from = `${table} t JOIN service s ON s.id = t.service_id`;
  const inBatch = `t.${key.column} >= $1 AND t.${key.column} < $2 AND ${where}`;
  return { kinds: [sale.kind], table, key, postings: salePostings({ ...sale, row: 't' }, { from, where: inBatch }) };
}
