import { contradictions, farFrom, says, shown } from '../rows/contradictions.js';
import { UUID_KEY } from '../rows/row-batches.js';
import type { RowProof } from '../rows/row-proof.js';

const text = (column: string): string => `coalesce(r.${column}::text, '')`;
const moment = (column: string): string => `(extract(epoch FROM r.${column}) * 1000)::bigint::text`;

/** SQL of the id that `contentId` makes of the same values. */
function contentIdSql(table: string, values: readonly string[]): string {
  const said = [`'${table}'`, text('reference'), ...values].map((value) => `octet_length(${value}) || ':' || ${value}`).join(` || '|' || `);
  const hash = `sha256(convert_to(${said}, 'UTF8'))`;
  return `(SELECT encode(substring(set_byte(set_byte(h, 6, get_byte(h, 6) & 15 | 128), 8, get_byte(h, 8) & 63 | 128) FROM 1 FOR 16), 'hex')::uuid
    FROM (SELECT ${hash} AS h) AS hashed)`;
}

/** A row that was made by hand says what it said when its id was made. Older rows have ids of version 7, which say nothing. */
function byHand(table: string, values: readonly string[], entry?: string): RowProof {
  return {
    table,
    key: { column: 'id', ...UUID_KEY },
    contradictions: contradictions(
      'r.id',
      `(SELECT * FROM ${table} WHERE id >= $1 AND id < $2) AS r
        ${entry ? `LEFT JOIN ledger_entry e ON e.reference = r.id::text AND e.kind = '${entry}'` : ''}`,
      [
        [
          `substr(r.id::text, 15, 1) = '8' AND r.id <> ${contentIdSql(table, values)}`,
          says(
            'its id was made of other words than it has now, with the reference ',
            shown('r.reference'),
            ' and the author ',
            shown('r.author'),
          ),
        ],
        ...(entry ? [farFrom('created_at', 'r.created_at', 'e.occurred_at', 'its entry is of')] : []),
      ],
    ),
  };
}

export const BY_HAND_ROW_PROOFS: readonly RowProof[] = [
  byHand('payout', ['partner_id', 'currency', 'amount_minor', 'test', 'author'].map(text), 'payout.paid'),
  byHand(
    'ledger_adjustment',
    ['debit', 'credit', 'partner_id', 'currency', 'amount_minor', 'test', 'reason', 'author'].map(text),
    'adjustment.made',
  ),
  byHand('settlement', [text('party'), moment('from_at'), moment('to_at'), text('test'), text('author')]),
];
