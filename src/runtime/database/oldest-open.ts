import type { DataSource } from 'typeorm';
import { distinctOf } from './distinct-of.js';
import { runNamed } from './named-query.js';
import type { LabelledValue } from '../metrics/gauge-collector.js';

export interface OpenRows {
  table: string;
  /** Column with the row's operator or account at an acquirer. */
  connector: string;
  /** Column with the row's state. */
  state: string;
  /** Column with the time since which the row has been open. */
  since: string;
  /** SQL condition of the open rows. A partial index on the columns `connector`, `state` and `since` must have the same condition. */
  isOpen: string;
}

/** Connectors and states that always have a value: 0 when no row is open. */
interface KnownLabels {
  connectors: readonly string[];
  states: readonly string[];
}

/**
 * Measures for how many seconds the oldest open row has been open, by connector (operator or account) and state.
 * @returns a function that reads the values, which have the labels `connector` and `state`.
 */
export function oldestOpen({ table, connector, state, since, isOpen }: OpenRows) {
  const query = {
    name: `${table}_oldest_open`,
    text: `
      WITH RECURSIVE ${distinctOf('oldest', { table, key: [connector, state], lowest: [since], where: isOpen })}
      SELECT ${connector} AS connector, ${state} AS state, ${since} AS since FROM oldest`,
  };
  return async (source: DataSource, now: Date, { connectors, states }: KnownLabels): Promise<LabelledValue[]> => {
    const rows = await runNamed<{ connector: string; state: string; since: Date }>(source, query, []);
    const zeros = connectors.flatMap((connector) => states.map((name) => ({ labels: { connector, state: name }, value: 0 })));
    const ages = rows.map((row) => ({
      labels: { connector: row.connector, state: row.state },
      value: Math.max(0, (now.getTime() - row.since.getTime()) / 1000),
    }));
    return [...zeros, ...ages]; // a later value replaces an earlier one with the same labels
  };
}
