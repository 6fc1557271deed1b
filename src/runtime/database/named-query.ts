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
 * @param on the transaction's manager, or the data source for a statement outside transactions.
 */
export function runNamed<T extends QueryResultRow>(on: EntityManager | DataSource, query: NamedQuery, values: unknown[]): Promise<T[]> {
  return inStatementSpan(query.name, () => run<T>(on, query, values));
}

async function run<T extends QueryResultRow>(on: EntityManager | DataSource, query: NamedQuery, values: unknown[]): Promise<T[]> {
  const statement = { name: query.name, text: query.text, values };
  const runner = 'queryRunner' in on ? on.queryRunner : undefined;
  if (runner) {
    const client = (await runner.connect()) as PoolClient;
    return (await client.query<T>(statement)).rows;
  }
  const source = 'connection' in on ? on.connection : on;
  const pool = (source.driver as PostgresDriver).master as Pool;
  const result: QueryResult<T> = await pool.query<T>(statement);
  return result.rows;
}
