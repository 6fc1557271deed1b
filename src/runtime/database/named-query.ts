import type { DataSource, EntityManager } from 'typeorm';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { inStatementSpan } from './statement-span.js';

/** An SQL statement that the server prepares once per connection, so that the server does not parse and plan it each time. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
}

/**
 * Runs a prepared statement. TypeORM cannot do this, because it passes no statement name to `pg`.
 * @param executor the transaction's manager, or the data source for a statement outside transactions.
 */
export function runNamed<T extends QueryResultRow>(
  executor: EntityManager | DataSource,
  query: NamedQuery,
  values: unknown[],
): Promise<T[]> {
  return inStatementSpan(query.name, () => run<T>(executor, query, values));
}

async function run<T extends QueryResultRow>(executor: EntityManager | DataSource, query: NamedQuery, values: unknown[]): Promise<T[]> {
  const statement = { name: query.name, text: query.text, values };
  const queryRunner = 'queryRunner' in executor ? executor.queryRunner : undefined;
  if (queryRunner) {
    const client = (await queryRunner.connect()) as PoolClient;
    return (await client.query<T>(statement)).rows;
  }
  const source = 'connection' in executor ? executor.connection : executor;
  const pool = (source.driver as PostgresDriver).master as Pool;
  const result: QueryResult<T> = await pool.query<T>(statement);
  return result.rows;
}
