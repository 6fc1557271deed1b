import type { DataSource, EntityManager } from 'typeorm';
import { withoutStatementTimeout } from './without-statement-timeout.js';

/** A statement that waits for the lock on a whole table, behind a backup say, makes all later writers of the table wait as well. */
const LOCK_TIMEOUT_MS = 2_000;

/** Runs work that needs whole tables for itself. When they are in use for too long it fails and is left for another time. */
export function withTableLocks<T>(source: DataSource, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  return withoutStatementTimeout(source, async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    return work(tx);
  });
}
