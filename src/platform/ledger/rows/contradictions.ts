/** SQL of a condition that must not hold, and SQL of what is said of a row for which it does. */
export type Wrong = readonly [condition: string, reason: string];

/**
 * SQL for a `RowProof`: the rows for which something is wrong, each with the first thing that is.
 * @param id SQL of what the row is called
 * @param from SQL of the rows beside what they are compared with
 */
export function contradictions(id: string, from: string, wrong: readonly Wrong[]): string {
  const reasons = wrong.map(([condition, reason]) => `WHEN ${condition} THEN ${reason}`).join('\n      ');
  return `
    SELECT id, reason FROM (
      SELECT (${id})::text AS id, CASE
      ${reasons} END AS reason
      FROM ${from}
    ) AS judged WHERE reason IS NOT NULL`;
}

/** Two values that have to be the same; null is a value, too. @param other SQL, and what it is in words */
export function differs(column: string, own: string, other: string, what: string): Wrong {
  return [`${own} IS DISTINCT FROM ${other}`, says(`its ${column} is `, shown(own), `, and ${what} `, shown(other))];
}

/** Two moments of one database transaction; what was written before both were one moment is some milliseconds apart. */
export function farFrom(column: string, own: string, other: string, what: string): Wrong {
  return [`abs(extract(epoch FROM ${own} - ${other})) > 60`, says(`its ${column} is `, shown(own), `, and ${what} `, shown(other))];
}

/** SQL of a sentence, of texts and, in their places, SQL; never null. */
export function says(...parts: readonly (string | { sql: string })[]): string {
  return `concat(${parts.map((part) => (typeof part === 'string' ? `'${part}'` : part.sql)).join(', ')})`;
}

/** A value in a sentence. */
export const shown = (sql: string): { sql: string } => ({ sql: `coalesce((${sql})::text, 'nothing')` });
