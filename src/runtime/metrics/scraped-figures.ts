import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { LOGGER } from '../logging/logger.js';
import { Metrics } from './metrics.js';

/** One value of a figure that has several. The reader keeps their number small. */
export interface LabelledValue {
  labels: Readonly<Record<string, string>>;
  value: number;
}

export type Figure = number | readonly LabelledValue[];

/** Several gauges that one look answers, by their names without `gateway_`. */
export interface FigureSource<Name extends string> {
  name: string;
  /** What each figure means, in a sentence. */
  help: Readonly<Record<Name, string>>;
  /** Names of the labels of figures that have several values. */
  labels?: Readonly<Partial<Record<Name, readonly string[]>>>;
  /** Read before all others, since those change by being read what it tells. */
  first?: boolean;
  /** Cheap, as it runs at every scrape; a figure that is left out has no value for the time being. */
  read: () => Promise<Partial<Record<Name, Figure>>> | Partial<Record<Name, Figure>>;
}

interface Source {
  name: string;
  gauges: Map<string, Gauge>;
  read: () => Promise<ReadonlyMap<string, Figure | undefined>>;
  /** A look that has not come back. */
  pending?: Promise<void>;
}

/** Below Prometheus' usual limit for a scrape of 10 seconds. */
const PATIENCE_MS = 3_000;

/**
 * Gauges that are read when Prometheus asks. A source that fails or is slow leaves its gauges without a value, never with an old
 * one, and the others with theirs: `/metrics` answers while the database is away, and `gateway_figures_readable` says whose figures
 * are missing.
 */
@Injectable()
export class ScrapedFigures {
  private readonly sources: Source[] = [];
  private readonly readable: Gauge;

  constructor(
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    const help = '1 when the figures of the source could be read at this scrape, 0 when they could not.';
    this.readable = new Gauge({ name: 'gateway_figures_readable', help, labelNames: ['source'], registers: [metrics.registry] });
  }

  register<Name extends string>({ name, help, labels, first = false, read }: FigureSource<Name>): void {
    const gauges = new Map<string, Gauge>();
    for (const [figure, meaning] of Object.entries<string>(help)) {
      const labelNames = [...(labels?.[figure as Name] ?? [])];
      const gauge = new Gauge({ name: `gateway_${figure}`, help: meaning, labelNames, registers: [this.metrics.registry] });
      forget(gauge); // 0 until it is read would be a statement
      gauges.set(figure, gauge);
    }
    const source = { name, gauges, read: async () => new Map(Object.entries<Figure | undefined>(await read())) };
    if (first) this.sources.unshift(source);
    else this.sources.push(source);
  }

  /** Looks once at each source; one that still has not come back from the look before is not asked again. */
  async read(): Promise<void> {
    await Promise.all(this.sources.map((source) => this.readSource(source)));
  }

  private async readSource(source: Source): Promise<void> {
    source.pending ??= this.look(source).finally(() => delete source.pending);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, true)));
    const isLate = await Promise.race([source.pending.then(() => false), late]);
    clearTimeout(timer);
    if (isLate) this.clear(source);
  }

  private async look(source: Source): Promise<void> {
    try {
      const figures = await source.read();
      this.clear(source);
      for (const [figure, gauge] of source.gauges) {
        const value = figures.get(figure);
        if (typeof value === 'number') gauge.set(value);
        else for (const each of value ?? []) gauge.set(each.labels, each.value);
      }
      this.readable.set({ source: source.name }, 1);
    } catch (error) {
      this.clear(source);
      this.log.warn({ err: error, source: source.name }, 'figures could not be read for a scrape');
    }
  }

  private clear(source: Source): void {
    for (const gauge of source.gauges.values()) forget(gauge);
    this.readable.set({ source: source.name }, 0);
  }
}

/** Every value that it has; one without labels would be 0 after a reset. */
function forget(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}
