import type { DataSource, EntityManager } from 'typeorm';
import { withoutStatementTimeout } from './without-statement-timeout.js';

/** Short, because a statement that waits for a table lock, for example during a backup, blocks all later writers of the table. */
const LOCK_TIMEOUT_MS = 2_000;

/** Runs work that locks whole tables. The work fails when a table is in use for too long. It can be repeated later. */
export function withTableLocks<T>(
  source: DataSource,
  work: (tx: EntityManager) => Promise<T>,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
): Promise<T> {
  return withoutStatementTimeout(source, async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    return work(tx);
  });
}
