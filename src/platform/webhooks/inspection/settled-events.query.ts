import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 2_000;

/**
 * Up to which moment all events are there for good. An event is dated before its transaction commits, so this is where a transaction may still add
 * one. PostgreSQL shows every login that a transaction of another one writes, but not since when: while a password is replaced there are two
 * logins, and the first may not look into the second. What such a transaction wrote is known once it has ended, so this waits for it.
 */
@Injectable()
export class SettledEventsQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns null when another login's transaction goes on for so long that nothing can be said. */
  async run(): Promise<string | null> {
    const [found] = await this.dataSource.query<{ at: string; hidden: string[] }[]>(SETTLED_UNTIL);
    if (!found || found.hidden.length === 0) return found?.at ?? null;
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
      await sleep(LOOK_EVERY_MS); // without a connection
      const running = await this.dataSource.query<unknown[]>(STILL_RUNNING, [found.hidden]);
      if (running.length === 0) return found.at;
    }
    return null;
  }
}

/**
 * Before this moment no event is added any more, once the hidden transactions have ended: every other one that writes has begun later, and processes
 * agree on the time by far better than a second. Hidden ones of roles that cannot write events do not count; autovacuum has no role.
 */
const SETTLED_UNTIL = `
  SELECT (least(min(xact_start), statement_timestamp()) - interval '1 second')::text AS at,
    coalesce(array_agg(backend_xid::text) FILTER (
      WHERE xact_start IS NULL AND NOT pg_has_role(usesysid, 'USAGE') AND has_table_privilege(usesysid, 'webhook_event', 'INSERT')
    ), '{}') AS hidden
  FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL`;

/** Parameter: transactions. */
const STILL_RUNNING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND backend_xid::text = ANY ($1::text[]) LIMIT 1`;
