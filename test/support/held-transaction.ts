import { Client, type QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { until } from './until.js';

export interface HeldTransaction {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Commits the transaction and closes its session. */
  commitAndClose(): Promise<void>;
}

/** Runs a statement in a transaction of another session. The locks are kept until `commitAndClose`. */
export async function holdTransaction(url: string | undefined, text: string, values: unknown[]): Promise<HeldTransaction> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(text, values);
  return {
    query: async <Row extends QueryResultRow>(statement: string, parameters: unknown[] = []) =>
      (await client.query<Row>(statement, parameters)).rows,
    commitAndClose: () => client.query('COMMIT').then(() => client.end()),
  };
}

/** Returns when exactly this number of transactions is blocked by locks. */
export async function untilBlocked(database: DataSource, transactions: number): Promise<void> {
  await until(
    () =>
      database.query<unknown[]>(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND state = 'active'`,
      ),
    ({ length }) => length === transactions,
  );
}
