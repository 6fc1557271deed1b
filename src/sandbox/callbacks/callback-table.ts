/** A party's table of reports with `id`, `announced`, `due_at`, `next_attempt_at`, `attempts` and `delivered_at`. */
export interface CallbackTable {
  name: string;
  /** SQL: row `e` comes before row `r` in the same story. */
  earlier: string;
  /** SQL: row `r` belongs to the subject that parameter $4 names. */
  ofOne: string;
  /** SQL: the row waits for its time even when `flush` delivers everything. */
  notFlushed?: string;
}

/** SQL: business time, where parameter $1 is system time. */
export const BUSINESS_NOW = "($1::timestamptz + (SELECT offset_ms FROM business_clock) * interval '1 millisecond')";

/** SQL: report `r` has not been delivered, and those before it in its story have. */
export function isNext({ name, earlier }: CallbackTable): string {
  return `r.announced AND r.delivered_at IS NULL
          AND NOT EXISTS (SELECT FROM ${name} e WHERE ${earlier} AND e.announced AND e.delivered_at IS NULL)`;
}
