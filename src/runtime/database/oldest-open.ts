import type { DataSource } from 'typeorm';
import { runNamed } from './named-query.js';
import type { LabelledValue } from '../metrics/scraped-figures.js';

export interface OpenRows {
  table: string;
  /** Columns of the operator or account that a row is at, of its state, and of the time it has been open since. */
  of: string;
  state: string;
  since: string;
  /** Predicate of the open rows. There is an index of the three columns with it. */
  isOpen: string;
}

/** The values when nothing is open: each of these, in each of those states. */
interface Expected {
  connectors: readonly string[];
  states: readonly string[];
}

/**
 * How many seconds the oldest of the open rows has been open, for each operator or account and each state. It steps from the one to the next
 * in the index, so the cost follows the number of those and not that of the rows.
 *
 * What is returned reads them; the values have the labels `connector` and `state`.
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
    return [...nothing, ...open]; // a later value takes the place of an earlier one with the same labels
  };
}
