import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { LOGGER } from '../logging/logger.js';
import { Metrics } from './metrics.js';

/** One of several values of a gauge. Readers keep their number small. */
export interface LabelledValue {
  labels: Readonly<Record<string, string>>;
  value: number;
}

export type GaugeReading = number | readonly LabelledValue[];

/** Gauges that are read together, by their names without `gateway_`. */
export interface GaugeSource<Name extends string> {
  name: string;
  /** What each gauge means, in a sentence. */
  help: Readonly<Record<Name, string>>;
  /** Label names of gauges that have several values. */
  labels?: Readonly<Partial<Record<Name, readonly string[]>>>;
  /** Read before all others, because reading those changes its values. */
  first?: boolean;
  /** Must be cheap, because it runs at every scrape. A gauge that is left out has no value until the next scrape. */
  read: () => Promise<Partial<Record<Name, GaugeReading>>> | Partial<Record<Name, GaugeReading>>;
}

interface Source {
  name: string;
  gauges: Map<string, Gauge>;
  read: () => Promise<ReadonlyMap<string, GaugeReading | undefined>>;
  /** A read that has not ended. */
  pending?: Promise<boolean>;
}

/** Below Prometheus' usual limit for a scrape of 10 seconds. */
const PATIENCE_MS = 3_000;

/**
 * Gauges that are read at each scrape. When a source fails or is slow, its gauges have no value instead of an old one, and the others have
 * theirs: `/metrics` answers while the database is away, and `gateway_figures_readable` shows which sources are missing.
 */
@Injectable()
export class GaugeCollector {
  private readonly sources: Source[] = [];
  private readonly readable: Gauge;

  constructor(
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    const help = '1 when the figures of the source could be read at this scrape, 0 when they could not.';
    this.readable = new Gauge({ name: 'gateway_figures_readable', help, labelNames: ['source'], registers: [metrics.registry] });
  }

  register<Name extends string>({ name, help, labels, first = false, read }: GaugeSource<Name>): void {
    const gauges = new Map<string, Gauge>();
    for (const [figure, meaning] of Object.entries<string>(help)) {
      const labelNames = [...(labels?.[figure as Name] ?? [])];
      const gauge = new Gauge({ name: `gateway_${figure}`, help: meaning, labelNames, registers: [this.metrics.registry] });
      forget(gauge); // prom-client starts with 0, which would look like a value
      gauges.set(figure, gauge);
    }
    const source = { name, gauges, read: async () => new Map(Object.entries<GaugeReading | undefined>(await read())) };
    if (first) this.sources.unshift(source);
    else this.sources.push(source);
  }

  /** Reads each source once, except those whose last read has not ended. */
  async read(): Promise<void> {
    await Promise.all(this.sources.map((source) => this.readSource(source)));
  }

  /**
   * Reads some gauges for a page, one source after the other, so that it takes one connection at a time.
   * @param names without `gateway_`. @returns their values; without gauges of sources that could not be read.
   */
  async now(names: readonly string[]): Promise<ReadonlyMap<string, readonly LabelledValue[]>> {
    const found = new Map<string, readonly LabelledValue[]>();
    for (const source of this.sources) {
      const wanted = [...source.gauges].filter(([name]) => names.includes(name));
      if (wanted.length === 0 || !(await this.readSource(source))) continue;
      for (const [name, gauge] of wanted) {
        const { values } = await gauge.get();
        found.set(
          name,
          values.map(({ labels, value }) => ({ labels: labels as LabelledValue['labels'], value })),
        );
      }
    }
    return found;
  }

  /** @returns whether it could be read in time. */
  private async readSource(source: Source): Promise<boolean> {
    source.pending ??= this.look(source).finally(() => delete source.pending);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, 'late')));
    const isRead = await Promise.race([source.pending, late]);
    clearTimeout(timer);
    if (isRead === 'late') this.clear(source);
    return isRead === true;
  }

  private async look(source: Source): Promise<boolean> {
    try {
      const gauges = await source.read();
      this.clear(source);
      for (const [figure, gauge] of source.gauges) {
        const value = gauges.get(figure);
        if (typeof value === 'number') gauge.set(value);
        else for (const each of value ?? []) gauge.set(each.labels, each.value);
      }
      this.readable.set({ source: source.name }, 1);
      return true;
    } catch (error) {
      this.clear(source);
      this.log.warn({ err: error, source: source.name }, 'figures could not be read');
      return false;
    }
  }

  private clear(source: Source): void {
    for (const gauge of source.gauges.values()) forget(gauge);
    this.readable.set({ source: source.name }, 0);
  }
}

/** Removes all values; a gauge without labels would be 0 after a reset alone. */
function forget(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}
