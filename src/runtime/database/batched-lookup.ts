import type { QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { Batcher } from './batcher.js';
import { type NamedQuery, runNamed } from './named-query.js';
import { inStatementSpan } from './statement-span.js';

const MAX_TOGETHER = 256;

/**
 * For look-ups that every request needs: keys requested at the same moment are read in one query, on one connection outside all callers'
 * shares. So no caller waits for another, and invented keys cost no more than that connection.
 * @param query has the keys as its parameter. @param valueOf a key's value in the database.
 */
export function batchedLookup<Row extends QueryResultRow>(
  source: DataSource,
  query: NamedQuery,
  keyOf: (row: Row) => string,
  valueOf: (key: string) => unknown = (key) => key,
): (key: string) => Promise<Row | null> {
  const ask = async (keys: string[]): Promise<{ row: Row | null }[]> => {
    const rows = new Map((await runNamed<Row>(source, query, [keys.map(valueOf)])).map((row) => [keyOf(row), row]));
    return keys.map((key) => ({ row: rows.get(key) ?? null }));
  };
  const together = new Batcher(ask, MAX_TOGETHER, (error) => {
    throw error;
  });
  return (key) => inStatementSpan(query.name, async () => (await together.ask(key))?.row ?? null); // a span for each caller
}
