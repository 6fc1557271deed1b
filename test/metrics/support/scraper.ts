import { MetricsServer } from '../../../src/runtime/metrics/metrics-server.js';
import { until } from '../../support/until.js';
import type { World } from '../../support/world.js';

/** The result of one scrape. */
export interface Scraped {
  /** Whether each source of gauges could be read. */
  sources: Record<string, boolean>;
  text: string;
  /** The value of a series, which is written with its labels as in the response. Undefined when the series is missing. */
  value(series: string): number | undefined;
}

/**
 * Reads a gateway's metrics as Prometheus does. The gateway must have been started with `METRICS_PORT`. The scrape is repeated when a source could
 * not be read in time, as happens on an overloaded machine.
 */
export function scrape(world: Pick<World, 'get'>): Promise<Scraped> {
  return until(
    () => scrapeOnce(world),
    ({ sources }) => !Object.values(sources).includes(false),
  );
}

async function scrapeOnce(world: Pick<World, 'get'>): Promise<Scraped> {
  const response = await fetch(`http://127.0.0.1:${world.get(MetricsServer).port}/metrics`);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`/metrics responded with ${response.status}: ${text}`);
  const sources = [...text.matchAll(/^gateway_metrics_source_up\{source="([^"]*)"\} ([01])$/gm)];
  return {
    sources: Object.fromEntries(sources.map(([, name = '', readable]) => [name, readable === '1'])),
    text,
    value: (series) => {
      const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.slice(series.length + 1));
    },
  };
}
