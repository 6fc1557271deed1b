import { setTimeout } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { type MigrationInterface, QueryFailedError, type QueryRunner } from 'typeorm';

/** Short, because all later users of a table wait behind a statement that waits for the table's lock. */
const LOCK_TIMEOUT_MS = 2_000;
const MAX_ATTEMPTS = 30;
const PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';
const ROWS_PER_BATCH = 1_000;

/**
 * A migration that fills, checks or indexes large tables while the previous version handles requests. It runs outside a transaction. A
 * killed migration runs again from the start, so each of its statements must be repeatable.
 */
export abstract class OnlineMigration implements MigrationInterface {
  abstract readonly name: string;
  readonly transaction = false;

  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<void> {
    throw new Error('This migration cannot be reverted. It only adds to the schema, so the previous version works with it.');
  }
}

/**
 * Runs statements that lock a whole table for a moment, all of them or none. While the table is in use, the statements fail and are
 * retried.
 */
export async function alterWithLockRetry(runner: QueryRunner, statements: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runner.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; ${statements}`);
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isLocked(error)) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}

/**
 * Fills a new column of old rows in batches. Locked rows are skipped until the next round. `key` is a unique column of type `uuid`, `value`
 * an SQL expression that may refer to the row as `t`.
 */
export async function backfillColumn(
  runner: QueryRunner,
  { table, key, column, value }: { table: string; key: string; column: string; value: string },
): Promise<void> {
  const fillBatch = `
    WITH batch AS (SELECT ${key} AS id FROM ${table} WHERE $1::uuid IS NULL OR ${key} > $1 ORDER BY ${key} LIMIT ${ROWS_PER_BATCH}),
      free AS (SELECT ${key} AS id FROM ${table} WHERE ${key} IN (SELECT id FROM batch) AND ${column} IS NULL FOR NO KEY UPDATE SKIP LOCKED),
      filled AS (UPDATE ${table} AS t SET ${column} = ${value} FROM free WHERE t.${key} = free.id)
    SELECT id FROM batch ORDER BY id DESC LIMIT 1`;
  const findUnfilled = `SELECT FROM ${table} WHERE ${column} IS NULL LIMIT 1`;
  for (let round = 1; ((await runner.query(findUnfilled)) as unknown[]).length > 0; round += 1) {
    if (round > 1) await setTimeout(PAUSE_MS);
    let lastId: string | null = null;
    do {
      const rows = (await runner.query(fillBatch, [lastId])) as { id: string }[];
      lastId = rows[0]?.id ?? null;
    } while (lastId !== null);
  }
}

/** Adds a constraint that old rows must satisfy, too. Old rows are checked without blocking writers. */
export async function addCheckConstraint(runner: QueryRunner, table: string, name: string, rule: string): Promise<void> {
  await alterWithLockRetry(
    runner,
    `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name}; ALTER TABLE ${table} ADD CONSTRAINT ${name} ${rule} NOT VALID`,
  );
  await runner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`);
}

/**
 * Drops the index first, because a killed migration may have left an invalid index with this name.
 * @param target the table with the indexed columns, such as `payment_attempt (state)`.
 */
export async function createIndexConcurrently(runner: QueryRunner, name: string, target: string): Promise<void> {
  await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${target}`);
}

function isLocked(error: unknown): boolean {
  return error instanceof QueryFailedError && error.driverError instanceof DatabaseError && error.driverError.code === LOCK_NOT_AVAILABLE;
}
