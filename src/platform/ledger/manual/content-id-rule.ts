import { type RowRule, sentence } from '../../checks/rules.js';

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

/** The row `r` must still have the content from which its id was made. */
export const contentIdRule = (table: string, values: readonly string[]): RowRule => [
  `r.id <> ${contentIdSql(table, values)}`,
  sentence`its id does not match its content, with the reference ${'r.reference'} and the author ${'r.author'}`,
];
