import { setTimeout } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

/** Any number would do; it only has to be the same in every process that migrates. */
const MIGRATION_LOCK = 7_203_550_912;
const POLL_MS = 250;
/** Most migrations are done before anybody need be told that somebody waits for them. */
const SILENT_MS = 5_000;

export interface TurnOptions {
  /** How long to wait for another migration. */
  patienceMs?: number;
  /** Told once when the wait takes longer than a moment. */
  log?: (line: string) => void;
  /** Called between two looks; what it throws ends the wait. */
  whileWaiting?: () => void;
}

export class MigrationUnderWayError extends Error {
  constructor(patienceMs: number) {
    super(
      `The database has been migrated by another process for ${Math.round(patienceMs / 1000)} seconds and still is. Its sessions are called ` +
        '"gateway migrate" in pg_stat_activity; when none of them is at work any more, end them (pg_terminate_backend) and migrate again.',
    );
    this.name = 'MigrationUnderWayError';
  }
}

/**
 * Does the work while no other process does its own: they take turns. It is asked for again and again rather than waited for in the
 * database, where the waiting statement would hold a snapshot that a `CREATE INDEX CONCURRENTLY` of whoever has the turn waits for. The
 * turn of a process that was killed ends with its connection.
 * @param runner whose connection holds the turn; it does nothing else meanwhile that could end it.
 * @throws MigrationUnderWayError
 */
export async function inTurn<T>(runner: QueryRunner, work: () => Promise<T>, options: TurnOptions = {}): Promise<T> {
  await takeTurn(runner, options);
  try {
    return await work();
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
  }
}

async function takeTurn(runner: QueryRunner, { patienceMs = 600_000, log, whileWaiting }: TurnOptions): Promise<void> {
  const began = performance.now();
  for (let told = false; !(await tryTurn(runner));) {
    const waited = performance.now() - began;
    if (waited > patienceMs) throw new MigrationUnderWayError(patienceMs);
    if (!told && waited > Math.min(SILENT_MS, patienceMs / 2)) {
      log?.('another process is migrating this database: waiting until it is done');
      told = true;
    }
    whileWaiting?.();
    await setTimeout(POLL_MS);
  }
}

async function tryTurn(runner: QueryRunner): Promise<boolean> {
  const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS mine', [MIGRATION_LOCK])) as { mine: boolean }[];
  return row?.mine === true;
}
