import type { DataSource, EntityManager } from 'typeorm';
import { ResilientClient } from './resilient-client.js';

/**
 * Runs long work in a transaction without the time limits of statements and locks. All other statements have the limits
 * `DATABASE_STATEMENT_TIMEOUT_MS` and `DATABASE_LOCK_TIMEOUT_MS`.
 */
export function withoutStatementTimeout<T>(
  source: DataSource,
  work: (tx: EntityManager) => Promise<T>,
  isolation: 'READ COMMITTED' | 'REPEATABLE READ' = 'READ COMMITTED',
): Promise<T> {
  return source.transaction(isolation, async (tx) => {
    const client: unknown = await tx.queryRunner?.connect();
    const run = async (): Promise<T> => {
      await tx.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
      return work(tx);
    };
    return client instanceof ResilientClient ? client.withoutStatementTimeout(run) : run();
  });
}
