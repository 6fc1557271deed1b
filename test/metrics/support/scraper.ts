import { MetricsServer } from '../../../src/runtime/metrics/metrics-server.js';
import { until } from '../../support/until.js';
import type { World } from '../../support/world.js';

/** What one scrape said. */
export interface Scraped {
  /** Sources of figures, and whether they could be read. */
  sources: Record<string, boolean>;
  text: string;
  /** The value of a series as it is written, or undefined when there is none. */
  value(series: string): number | undefined;
}

/**
 * Asks a gateway for its metrics as Prometheus does; it must have been started with `METRICS_PORT`. A source that could not be read
 * in time, on a machine that is short of everything, is asked again.
 */
export function scrape(world: Pick<World, 'get'>): Promise<Scraped> {
  return until(
    () => scrapeOnce(world),
    ({ sources }) => !Object.values(sources).includes(false),
  );
}

async function scrapeOnce(world: Pick<World, 'get'>): Promise<Scraped> {
  const answer = await fetch(`http://127.0.0.1:${world.get(MetricsServer).port}/metrics`);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`/metrics answered ${answer.status}: ${text}`);
  const sources = [...text.matchAll(/^gateway_figures_readable\{source="([^"]*)"\} ([01])$/gm)];
  return {
    sources: Object.fromEntries(sources.map(([, name = '', readable]) => [name, readable === '1'])),
    text,
    value: (series) => {
      const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.slice(series.length + 1));
    },
  };
}
