import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

const POLL_INTERVAL_MS = 50;
const MAX_WAIT_MS = 2_000;

/**
 * Finds the time before which no event can be added any more. The creation time of an event precedes its commit, so an open transaction may
 * still add an event with an earlier time. While a password is replaced, the gateway has two database logins. PostgreSQL shows each login
 * that a transaction of the other login writes, but hides the start time of this transaction. The query waits until such hidden
 * transactions have ended.
 * @returns the time as text. Null when a hidden transaction of another login takes too long.
 */
export async function readFeedEnd(dataSource: DataSource): Promise<string | null> {
  const [row] = await dataSource.query<{ at: string; hidden: string[] }[]>(SETTLED_UNTIL);
  if (!row || row.hidden.length === 0) return row?.at ?? null;
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += POLL_INTERVAL_MS) {
    await sleep(POLL_INTERVAL_MS); // holds no connection while waiting
    const running = await dataSource.query<unknown[]>(STILL_RUNNING, [row.hidden]);
    if (running.length === 0) return row.at;
  }
  return null;
}

/**
 * Time of the oldest visible writing transaction, less one second, and the hidden transactions. After the hidden transactions have ended,
 * no event is added before this time. Every other writing transaction began later, and the clocks of processes differ by far less than a
 * second. Hidden transactions of roles that cannot insert events are ignored. Autovacuum has no role, so it is ignored too.
 */
const SETTLED_UNTIL = `
  SELECT (least(min(xact_start), statement_timestamp()) - interval '1 second')::text AS at,
    coalesce(array_agg(backend_xid::text) FILTER (
      WHERE xact_start IS NULL AND NOT pg_has_role(usesysid, 'USAGE') AND has_table_privilege(usesysid, 'webhook_event', 'INSERT')
    ), '{}') AS hidden
  FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL`;

/** Parameter: ids of hidden transactions. */
const STILL_RUNNING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND backend_xid::text = ANY ($1::text[]) LIMIT 1`;
