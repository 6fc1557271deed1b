import type { DataSource, EntityManager } from 'typeorm';
import { withoutStatementTimeout } from './without-statement-timeout.js';

/** A statement that waits for the lock on a whole table, behind a backup for example, blocks all later writers of the table. */
const LOCK_TIMEOUT_MS = 2_000;

/** Runs work that locks whole tables. When they are in use for too long, it fails and may be repeated later. */
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
