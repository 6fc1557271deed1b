import { inconsistencies, timeMismatch, sentenceSql, valueSql } from '../verification/inconsistencies.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';
import type { RowCheck } from '../../products/row-check.js';

/** SQL of a column of the row `r` as the text that its id is made from. */
export const rowText = (column: string): string => `coalesce(r.${column}::text, '')`;
/** The same for a column with a time: its text is the number of milliseconds since 1970. */
export const momentText = (column: string): string => `coalesce((extract(epoch FROM r.${column}) * 1000)::bigint::text, '')`;

/**
 * SQL of the id that `contentId` makes from the same values. It is written separately, so that a mistake in one of them is found. Byte 6
 * has version 8 and byte 8 the variant of RFC 9562.
 */
export function contentIdSql(table: string, values: readonly string[]): string {
  const inputSql = [`'${table}'`, rowText('reference'), ...values]
    .map((value) => `octet_length(${value}) || ':' || ${value}`)
    .join(` || '|' || `);
  const hashSql = `sha256(convert_to(${inputSql}, 'UTF8'))`;
  return `(SELECT encode(substring(set_byte(set_byte(h, 6, get_byte(h, 6) & 15 | 128), 8, get_byte(h, 8) & 63 | 128) FROM 1 FOR 16), 'hex')::uuid
    FROM (SELECT ${hashSql} AS h) AS hashed)`;
}

/**
 * The row of a manual entry must still have the content from which its id was made.
 * @param entryKind kind of the row's ledger entry, whose time the row must have. Settlements have no such entry, only one for each batch.
 */
function manualEntryRows(table: string, values: readonly string[], entryKind?: string): RowCheck {
  return {
    table,
    key: { column: 'id', ...UUID_KEY },
    inconsistentRowsSql: inconsistencies(
      'r.id',
      `(SELECT * FROM ${table} WHERE id >= $1 AND id < $2) AS r
        ${entryKind ? `LEFT JOIN ledger_entry e ON e.reference = r.id::text AND e.kind = '${entryKind}'` : ''}`,
      [
        [
          `r.id <> ${contentIdSql(table, values)}`,
          sentenceSql(
            'its id does not match its content, with the reference ',
            valueSql('r.reference'),
            ' and the author ',
            valueSql('r.author'),
          ),
        ],
        ...(entryKind ? [timeMismatch('created_at', 'r.created_at', 'e.occurred_at', 'its entry is from')] : []),
      ],
    ),
  };
}

export const MANUAL_ROW_CHECKS: readonly RowCheck[] = [
  manualEntryRows('payout', ['partner_id', 'currency', 'amount_minor', 'test', 'author'].map(rowText), 'payout.paid'),
  manualEntryRows(
    'ledger_adjustment',
    ['debit', 'credit', 'partner_id', 'currency', 'amount_minor', 'test', 'reason', 'author'].map(rowText),
    'adjustment.made',
  ),
  manualEntryRows('settlement', [rowText('provider'), momentText('from_at'), momentText('to_at'), rowText('test'), rowText('author')]),
];
