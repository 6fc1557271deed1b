/** A simulated provider's table of callbacks with `id`, `announced`, `due_at`, `next_attempt_at`, `attempts` and `delivered_at`. */
export interface CallbackTable {
  name: string;
  /** SQL condition: row `e` comes before row `r` in the same scenario. */
  earlier: string;
  /** SQL condition: row `r` belongs to the payment, registration or charge whose key is parameter $4. */
  ofOne: string;
  /** SQL condition of rows that `flush` does not deliver before they are due. Without it, `flush` delivers all rows. */
  notFlushed?: string;
}

/** SQL: business time, where parameter $1 is system time. */
export const BUSINESS_NOW = "($1::timestamptz + (SELECT offset_ms FROM business_clock) * interval '1 millisecond')";

/** SQL condition: callback `r` has not been delivered, but all earlier callbacks of its scenario have. */
export function isNext({ name, earlier }: CallbackTable): string {
  return `r.announced AND r.delivered_at IS NULL
          AND NOT EXISTS (SELECT FROM ${name} e WHERE ${earlier} AND e.announced AND e.delivered_at IS NULL)`;
}
