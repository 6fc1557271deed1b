import type { DataSource } from 'typeorm';
import { runNamed } from './named-query.js';
import type { LabelledValue } from '../metrics/gauge-collector.js';

export interface OpenRows {
  table: string;
  /** Columns with the row's operator or account, its state, and the time since which it has been open. */
  of: string;
  state: string;
  since: string;
  /** Predicate of the open rows, and of a partial index on the three columns. */
  isOpen: string;
}

/** Connectors and states that have the value 0 when nothing is open. */
interface Expected {
  connectors: readonly string[];
  states: readonly string[];
}

/**
 * For how many seconds the oldest open row has been open, by operator or account and by state. The query jumps through the index, so its cost
 * depends on the number of these pairs, not of rows.
 * @returns a function that reads the values, which have the labels `connector` and `state`.
 */
export function oldestOpen({ table, of, state, since, isOpen }: OpenRows) {
  const first = (after: string): string => `
    SELECT ${of} AS connector, ${state} AS state, ${since} AS since FROM ${table} WHERE ${isOpen} ${after} ORDER BY ${of}, ${state}, ${since} LIMIT 1`;
  const query = {
    name: `${table}_oldest_open`,
    text: `
      WITH RECURSIVE oldest AS (
        (${first('')}) UNION ALL SELECT n.* FROM oldest o CROSS JOIN LATERAL (${first(`AND (${of}, ${state}) > (o.connector, o.state)`)}) n
      ) SELECT connector, state, since FROM oldest`,
  };
  return async (source: DataSource, now: Date, { connectors, states }: Expected): Promise<LabelledValue[]> => {
    const rows = await runNamed<{ connector: string; state: string; since: Date }>(source, query, []);
    const nothing = connectors.flatMap((connector) => states.map((name) => ({ labels: { connector, state: name }, value: 0 })));
    const open = rows.map((row) => ({
      labels: { connector: row.connector, state: row.state },
      value: Math.max(0, (now.getTime() - row.since.getTime()) / 1000),
    }));
    return [...nothing, ...open]; // a later value replaces an earlier one with the same labels
  };
}
