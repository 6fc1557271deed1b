import type { QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { Batcher } from './batcher.js';
import { type NamedQuery, runNamed } from './named-query.js';
import { inStatementSpan } from './statement-span.js';

const MAX_KEYS_PER_QUERY = 256;

/**
 * For look-ups that every request needs. Keys that concurrent requests look up are read in one query, on one connection outside all pool
 * quotas. So no caller waits for another caller's quota, and look-ups of invented keys use no more than that one connection.
 * @param query a query whose only parameter is the list of keys. @param valueOf converts a key to its value in the database.
 */
export function batchedLookup<Row extends QueryResultRow>(
  source: DataSource,
  query: NamedQuery,
  keyOf: (row: Row) => string,
  valueOf: (key: string) => unknown = (key) => key,
): (key: string) => Promise<Row | null> {
  const lookUpAll = async (keys: string[]): Promise<{ row: Row | null }[]> => {
    const rowsByKey = new Map((await runNamed<Row>(source, query, [keys.map(valueOf)])).map((row) => [keyOf(row), row]));
    return keys.map((key) => ({ row: rowsByKey.get(key) ?? null }));
  };
  const batcher = new Batcher(lookUpAll, MAX_KEYS_PER_QUERY, (error) => {
    throw error;
  });
  return (key) => inStatementSpan(query.name, async () => (await batcher.query(key))?.row ?? null); // each caller has its own span
}
