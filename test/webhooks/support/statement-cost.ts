import { jest } from '@jest/globals';
import type { Pool, QueryConfig } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** Captures a statement of the webhook code without executing it. Statements of the database clock are ignored. */
export async function captureStatement(database: DataSource, work: () => Promise<unknown>): Promise<QueryConfig> {
  const pool = (database.driver as PostgresDriver).master as Pool;
  const query = jest.spyOn(pool, 'query').mockImplementation(() => Promise.reject(new Error('the statement was not executed')) as never);
  await work().catch(() => undefined);
  const statements = query.mock.calls.map(([statement]) => statement as unknown as QueryConfig);
  query.mockRestore();
  const captured = statements.find(({ name }) => name?.startsWith('webhook_'));
  if (!captured) throw new Error('No webhook statement was executed');
  return captured;
}

/** @returns the number of blocks that a statement touches, in a transaction that is rolled back. */
export async function countTouchedBlocks(database: DataSource, statement: QueryConfig): Promise<number> {
  const runner = database.createQueryRunner();
  await runner.startTransaction();
  const explain = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement.text}`;
  let touched = 0;
  for (let run = 0; run < 2; run += 1) {
    await runner.query('SAVEPOINT before'); // the first run also plans and reads the catalogue
    const [row] = (await runner.query(explain, statement.values)) as { 'QUERY PLAN': [{ Plan: Plan }] }[];
    const plan = row?.['QUERY PLAN'][0].Plan;
    touched = (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
    await runner.query('ROLLBACK TO SAVEPOINT before');
  }
  await runner.rollbackTransaction();
  await runner.release();
  return touched;
}
