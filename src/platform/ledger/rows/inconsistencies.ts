/** SQL of a condition that must not hold, and SQL of the sentence about a row for which it does. */
export type Inconsistency = readonly [condition: string, reason: string];

/**
 * SQL for a `RowCheck`: the rows for which a condition of `wrong` holds, each with the first such reason.
 * @param id SQL of the row's id
 * @param from SQL of the rows joined with what they are compared with
 */
export function inconsistencies(id: string, from: string, wrong: readonly Inconsistency[]): string {
  const reasons = wrong.map(([condition, reason]) => `WHEN ${condition} THEN ${reason}`).join('\n      ');
  return `
    SELECT id, reason FROM (
      SELECT (${id})::text AS id, CASE
      ${reasons} END AS reason
      FROM ${from}
    ) AS judged WHERE reason IS NOT NULL`;
}

/** Two values that must be equal, nulls included. @param other SQL of the other value @param what names it in the sentence */
export function valueMismatch(column: string, own: string, other: string, what: string): Inconsistency {
  return [`${own} IS DISTINCT FROM ${other}`, sentenceSql(`its ${column} is `, valueSql(own), `, and ${what} `, valueSql(other))];
}

/** Two moments that must be close. Old rows have moments of one transaction that are some milliseconds apart. */
export function timeMismatch(column: string, own: string, other: string, what: string): Inconsistency {
  return [
    `abs(extract(epoch FROM ${own} - ${other})) > 60`,
    sentenceSql(`its ${column} is `, valueSql(own), `, and ${what} `, valueSql(other)),
  ];
}

/** SQL of a sentence made of texts and SQL values; never null. */
export function sentenceSql(...parts: readonly (string | { sql: string })[]): string {
  return `concat(${parts.map((part) => (typeof part === 'string' ? `'${part}'` : part.sql)).join(', ')})`;
}

/** A value in a sentence. */
export const valueSql = (sql: string): { sql: string } => ({ sql: `coalesce((${sql})::text, 'nothing')` });
