import { Client, type QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { until } from './until.js';

export interface HeldTransaction {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Commits the transaction. */
  end(): Promise<void>;
}

/** A transaction of another session. It keeps the locks of its statement until the test ends it. */
export async function holdTransaction(url: string | undefined, text: string, values: unknown[]): Promise<HeldTransaction> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(text, values);
  return {
    query: async <Row extends QueryResultRow>(more: string, with_: unknown[] = []) => (await client.query<Row>(more, with_)).rows,
    end: () => client.query('COMMIT').then(() => client.end()),
  };
}

/** Waits until this number of transactions waits for locks. */
export async function untilBlocked(database: DataSource, transactions: number): Promise<void> {
  await until(
    () =>
      database.query<unknown[]>(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND state = 'active'`,
      ),
    ({ length }) => length === transactions,
  );
}
