import type { DataSource } from 'typeorm';
import { until } from '../support/until.js';

/**
 * Waits until every committed entry can be sealed. A seal covers only transactions older than the oldest open one of the whole server. Therefore
 * open transactions of other suites in other databases delay the seal.
 */
export async function waitUntilAllSealable(database: DataSource): Promise<void> {
  await until(
    () => database.query<unknown[]>('SELECT FROM ledger_entry WHERE created_xid >= pg_snapshot_xmin(pg_current_snapshot()) LIMIT 1'),
    ({ length }) => length === 0,
  );
}
