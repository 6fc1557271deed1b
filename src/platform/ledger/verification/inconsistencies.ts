/** SQL of a condition that must be false, and SQL of the message about a row for which it is true. */
export type Inconsistency = readonly [condition: string, reason: string];

/**
 * SQL for a `RowCheck`: the rows for which one of the conditions is true, each with the message of the first such condition.
 * @param id SQL of the row's id
 * @param from SQL of the rows joined with what they are compared with
 */
export function inconsistencies(id: string, from: string, conditions: readonly Inconsistency[]): string {
  const cases = conditions.map(([condition, reason]) => `WHEN ${condition} THEN ${reason}`).join('\n      ');
  return `
    SELECT id, reason FROM (
      SELECT (${id})::text AS id, CASE
      ${cases} END AS reason
      FROM ${from}
    ) AS judged WHERE reason IS NOT NULL`;
}

/** Two values that must be equal, nulls included. @param other SQL of the other value @param otherName names that value in the message */
export function valueMismatch(column: string, own: string, other: string, otherName: string): Inconsistency {
  return [`${own} IS DISTINCT FROM ${other}`, sentenceSql(`its ${column} is `, valueSql(own), `, and ${otherName} `, valueSql(other))];
}

const MAX_DIFFERENCE_SECONDS = 60;

/** Two times that must be within a minute. They are not always equal, because a transaction may read the clock more than once. */
export function timeMismatch(column: string, own: string, other: string, otherName: string): Inconsistency {
  return [
    `abs(extract(epoch FROM ${own} - ${other})) > ${MAX_DIFFERENCE_SECONDS}`,
    sentenceSql(`its ${column} is `, valueSql(own), `, and ${otherName} `, valueSql(other)),
  ];
}

/** SQL of a message made of texts and SQL values. The message is never null. */
export function sentenceSql(...parts: readonly (string | { sql: string })[]): string {
  return `concat(${parts.map((part) => (typeof part === 'string' ? `'${part}'` : part.sql)).join(', ')})`;
}

/** SQL of a value in a message. A null is shown as `nothing`. */
export const valueSql = (sql: string): { sql: string } => ({ sql: `coalesce((${sql})::text, 'nothing')` });
