import type { DataSource } from 'typeorm';
import { until } from '../support/until.js';

/**
 * Until every committed entry can be sealed. A seal takes only transactions older than the oldest open one of the whole server, so what other
 * suites have under way in databases of their own holds it up.
 */
export async function nothingUnderWay(database: DataSource): Promise<void> {
  await until(
    () => database.query<unknown[]>('SELECT FROM ledger_entry WHERE created_xid >= pg_snapshot_xmin(pg_current_snapshot()) LIMIT 1'),
    ({ length }) => length === 0,
  );
}
