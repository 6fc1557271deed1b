import type { DataSource } from 'typeorm';
import { distinctOf } from '../../runtime/database/distinct-of.js';
import { runNamed } from '../../runtime/database/named-query.js';
import type { GaugeSource, LabelledValue } from '../../runtime/metrics/gauge-collector.js';

/** The operations of one kind without a definite outcome. */
interface OpenOperations {
  table: string;
  /** Column with the row's operator or account at an acquirer. */
  provider: string;
  /** Column with the row's state. */
  state: string;
  /** The states that always have a value. */
  states: readonly string[];
  /** Column with the time since which the row has been open. */
  since: string;
  /** SQL condition of the open rows. A partial index on the columns `provider`, `state` and `since` must have the same condition. */
  isOpen: string;
}

interface Gauge {
  /** Name of the source. */
  source: string;
  gauge: string;
  help: string;
}

/** A gauge and the operations of one kind that it measures. */
export type OpenGauge = Gauge & OpenOperations;

interface Read {
  dataSource: DataSource;
  now: () => Date;
  /** The providers that always have a value. */
  providers: readonly string[];
}

/** Gauge of the seconds for which the oldest operation without a definite outcome has been open, by provider and state. 0 when there is none. */
export function oldestOpenGauge(
  { source, gauge, help, table, provider, state, states, since, isOpen }: OpenGauge,
  { dataSource, now, providers }: Read,
): GaugeSource<string> {
  const query = {
    name: `${table}_oldest_open`,
    text: `
      WITH RECURSIVE ${distinctOf('oldest', { table, key: [provider, state], lowest: [since], where: isOpen })}
      SELECT ${provider} AS connector, ${state} AS state, ${since} AS since FROM oldest`,
  };
  return {
    name: source,
    help: { [gauge]: help },
    labels: { [gauge]: ['connector', 'state'] },
    read: async () => {
      const rows = await runNamed<{ connector: string; state: string; since: Date }>(dataSource, query, []);
      const zeros = providers.flatMap((connector) => states.map((name) => valueOf({ connector, state: name }, 0)));
      const at = now().getTime();
      return {
        [gauge]: [...zeros, ...rows.map(({ since: from, ...labels }) => valueOf(labels, Math.max(0, (at - from.getTime()) / 1000)))],
      };
    },
  };
}

/** Gauge of the operations with a conflict that is left to staff, by provider. */
export function conflictGauge(
  { source, gauge, help }: Gauge,
  operations: readonly Pick<OpenOperations, 'table' | 'provider'>[],
  { dataSource, providers }: Omit<Read, 'now'>,
): GaugeSource<string> {
  const leftToStaff = operations.map(
    ({ table, provider }) => `SELECT ${provider} AS connector FROM ${table} WHERE conflict IS NOT NULL AND next_poll_at IS NULL`,
  );
  const query = {
    name: gauge,
    text: `SELECT connector, count(*)::int AS value FROM (${leftToStaff.join(' UNION ALL ')}) AS conflicts GROUP BY connector`,
  };
  return {
    name: source,
    help: { [gauge]: help },
    labels: { [gauge]: ['connector'] },
    read: async () => {
      const rows = await runNamed<{ connector: string; value: number }>(dataSource, query, []);
      return {
        [gauge]: [
          ...providers.map((connector) => valueOf({ connector }, 0)),
          ...rows.map(({ value, ...labels }) => valueOf(labels, value)),
        ],
      };
    },
  };
}

/** For equal labels the later value counts. */
function valueOf(labels: Record<string, string>, value: number): LabelledValue {
  return { labels, value };
}
