import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { LOGGER } from '../logging/logger.js';
import { Metrics } from './metrics.js';

/** One of several values of a gauge. A source must keep the number of values small. */
export interface LabelledValue {
  labels: Readonly<Record<string, string>>;
  value: number;
}

export type GaugeReading = number | readonly LabelledValue[];

/** Gauges that are read together. Their names have no prefix `gateway_`. */
export interface GaugeSource<Name extends string> {
  name: string;
  /** The meaning of each gauge, in one sentence. */
  help: Readonly<Record<Name, string>>;
  /** Label names of gauges that have several values. */
  labels?: Readonly<Partial<Record<Name, readonly string[]>>>;
  /** Whether this source is read before all others, because reading the others changes its values. */
  first?: boolean;
  /** Reads the gauges. It must be cheap, because it runs at every scrape. A gauge that is left out has no value until the next scrape. */
  read: () => Promise<Partial<Record<Name, GaugeReading>>> | Partial<Record<Name, GaugeReading>>;
}

interface Source {
  name: string;
  gauges: Map<string, Gauge>;
  read: () => Promise<ReadonlyMap<string, GaugeReading | undefined>>;
  /** The running read, if any. */
  pending?: Promise<boolean>;
}

/** How long a scrape waits for a source. Prometheus' usual limit for a whole scrape is 10 seconds. */
const MAX_WAIT_MS = 3_000;

/**
 * Reads gauges at each scrape. When a source fails or is slow, its gauges have no value instead of an old value, and other sources are not
 * affected. So `/metrics` responds while the database is unavailable. `gateway_metrics_source_up` shows which sources are missing.
 */
@Injectable()
export class GaugeCollector {
  private readonly sources: Source[] = [];
  private readonly sourceUp: Gauge;

  constructor(
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    const help = '1 when the gauges of the source could be read at this scrape, 0 when they could not.';
    this.sourceUp = new Gauge({ name: 'gateway_metrics_source_up', help, labelNames: ['source'], registers: [metrics.registry] });
  }

  register<Name extends string>({ name, help, labels, first = false, read }: GaugeSource<Name>): void {
    const gauges = new Map<string, Gauge>();
    for (const [gaugeName, meaning] of Object.entries<string>(help)) {
      const labelNames = [...(labels?.[gaugeName as Name] ?? [])];
      const gauge = new Gauge({ name: `gateway_${gaugeName}`, help: meaning, labelNames, registers: [this.metrics.registry] });
      removeValues(gauge); // prom-client starts with 0, which would look like a value
      gauges.set(gaugeName, gauge);
    }
    const source = { name, gauges, read: async () => new Map(Object.entries<GaugeReading | undefined>(await read())) };
    if (first) this.sources.unshift(source);
    else this.sources.push(source);
  }

  /** Reads each source once. A source whose last read is still running is not read again. */
  async read(): Promise<void> {
    await Promise.all(this.sources.map((source) => this.readSource(source)));
  }

  /**
   * Reads some gauges for a page. Sources are read one after the other, so that the page uses one connection at a time.
   * @param names names of gauges without `gateway_`. @returns values by name, without gauges of sources that could not be read.
   */
  async readGauges(names: readonly string[]): Promise<ReadonlyMap<string, readonly LabelledValue[]>> {
    const valuesByName = new Map<string, readonly LabelledValue[]>();
    for (const source of this.sources) {
      const requested = [...source.gauges].filter(([name]) => names.includes(name));
      if (requested.length === 0 || !(await this.readSource(source))) continue;
      for (const [name, gauge] of requested) {
        const { values } = await gauge.get();
        valuesByName.set(
          name,
          values.map(({ labels, value }) => ({ labels: labels as LabelledValue['labels'], value })),
        );
      }
    }
    return valuesByName;
  }

  /** @returns whether the source could be read in time. */
  private async readSource(source: Source): Promise<boolean> {
    source.pending ??= this.update(source).finally(() => delete source.pending);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<'timeout'>((resolve) => (timer = setTimeout(resolve, MAX_WAIT_MS, 'timeout')));
    const result = await Promise.race([source.pending, timeout]);
    clearTimeout(timer);
    if (result === 'timeout') this.clear(source);
    return result === true;
  }

  private async update(source: Source): Promise<boolean> {
    try {
      const readings = await source.read();
      this.clear(source);
      for (const [name, gauge] of source.gauges) {
        const value = readings.get(name);
        if (typeof value === 'number') gauge.set(value);
        else for (const labelled of value ?? []) gauge.set(labelled.labels, labelled.value);
      }
      this.sourceUp.set({ source: source.name }, 1);
      return true;
    } catch (error) {
      this.clear(source);
      this.log.warn({ err: error, source: source.name }, 'could not read the gauges of a source');
      return false;
    }
  }

  private clear(source: Source): void {
    for (const gauge of source.gauges.values()) removeValues(gauge);
    this.sourceUp.set({ source: source.name }, 0);
  }
}

/** Removes all values. After `reset` alone, a gauge without labels would be 0. */
function removeValues(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}
