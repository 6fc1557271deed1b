import { setTimeout } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

/** Key of PostgreSQL's advisory lock. Any number will do, if all processes use the same one. */
const MIGRATION_LOCK = 7_203_550_912;
const POLL_INTERVAL_MS = 250;
const DEFAULT_TIMEOUT_MS = 600_000;
/** Most migrations are shorter than this, so a message about waiting would be noise. */
const QUIET_WAIT_MS = 5_000;

export interface MigrationLockOptions {
  /** How long to wait for another process that migrates. The default is ten minutes. */
  timeoutMs?: number;
  /** Called once when the wait takes longer than five seconds or half of `timeoutMs`. */
  log?: (line: string) => void;
  /** Called after each failed attempt to get the lock. If it throws, the wait ends. */
  whileWaiting?: () => void;
}

export class MigrationInProgressError extends Error {
  constructor(timeoutMs: number) {
    super(
      `Another process has been migrating the database for ${Math.round(timeoutMs / 1000)} seconds. Its sessions are called ` +
        '"gateway migrate" in pg_stat_activity. If none of them is active any more, end them (pg_terminate_backend) and migrate again.',
    );
    this.name = 'MigrationInProgressError';
  }
}

/**
 * Runs `work` while no other process migrates. The lock is polled, because a statement that waits for the lock in the database would hold a
 * snapshot. A `CREATE INDEX CONCURRENTLY` of the process with the lock would wait for that snapshot. The lock of a killed process ends with
 * its connection.
 * @param runner its connection holds the lock and must stay open until `work` has ended.
 * @throws MigrationInProgressError
 */
export async function withMigrationLock<T>(runner: QueryRunner, work: () => Promise<T>, options: MigrationLockOptions = {}): Promise<T> {
  await acquireLock(runner, options);
  try {
    return await work();
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
  }
}

async function acquireLock(
  runner: QueryRunner,
  { timeoutMs = DEFAULT_TIMEOUT_MS, log, whileWaiting }: MigrationLockOptions,
): Promise<void> {
  const startedAt = performance.now();
  for (let isLogged = false; !(await tryLock(runner));) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > timeoutMs) throw new MigrationInProgressError(timeoutMs);
    if (!isLogged && waitedMs > Math.min(QUIET_WAIT_MS, timeoutMs / 2)) {
      log?.('another process is migrating this database, waiting until it has finished');
      isLogged = true;
    }
    whileWaiting?.();
    await setTimeout(POLL_INTERVAL_MS);
  }
}

async function tryLock(runner: QueryRunner): Promise<boolean> {
  const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS mine', [MIGRATION_LOCK])) as { mine: boolean }[];
  return row?.mine === true;
}
