import { Inject, Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { SystemClock } from '../../../common/time/clocks.js';
import { RATE_TABLES, type RateTable, RateSource, type RateTableName } from '../../../connectors/rates/rate-source.port.js';
import { StoreRateTableService, type StoredTable } from './store-rate-table.service.js';
import { StoredRatesQuery } from './stored-rates.query.js';

/** The tables are dated by days in the central bank's time zone. */
const ZONE = 'Europe/Warsaw';
/** Table B comes once a week, and not on holidays. */
const MAX_DAYS_BACK = 14;

export interface RefreshedTable extends StoredTable {
  name: RateTableName;
  /** null: no table could be read. */
  number: string | null;
  effectiveOn: string | null;
  /** Currencies that the last known table has and this one lacks: they keep their rates. */
  missing: string[];
  /** Why answers were refused. */
  problems: string[];
}

/**
 * Asks the central bank for its newest tables, and goes back over days without one. The newest known table is read again, and rates that were
 * missing are added.
 */
@Injectable()
export class RefreshRatesService {
  constructor(
    private readonly clock: SystemClock,
    private readonly known: StoredRatesQuery,
    private readonly keep: StoreRateTableService,
    @Inject(RateSource) private readonly source: RateSource | null,
  ) {}

  /** Whether a source of rates is configured. */
  get isPossible(): boolean {
    return this.source !== null;
  }

  /** @param signal ends it between two requests. */
  async run({ acceptJumps = false, signal }: { acceptJumps?: boolean; signal?: AbortSignal } = {}): Promise<RefreshedTable[]> {
    if (!this.source) throw new Error('No source of exchange rates is configured');
    const refreshed: RefreshedTable[] = [];
    for (const name of RATE_TABLES) refreshed.push(await this.refresh(this.source, name, acceptJumps, signal));
    return refreshed;
  }

  private async refresh(source: RateSource, name: RateTableName, acceptJumps: boolean, signal?: AbortSignal): Promise<RefreshedTable> {
    const newest = await this.known.newestDay(name);
    const { table, problems } = await this.newestTable(source, name, newest, signal);
    if (!table) return { ...NOTHING, name, problems };
    const before = newest === null ? [] : await this.known.inTable(name, newest);
    const missing = before.filter((currency) => !table.rates.has(currency) && !table.withoutRate.includes(currency));
    const kept = await this.keep.run(table, acceptJumps);
    return { ...kept, name, number: table.number, effectiveOn: table.effectiveOn, missing, problems };
  }

  private async newestTable(
    source: RateSource,
    name: RateTableName,
    newest: string | null,
    signal?: AbortSignal,
  ): Promise<{ table: RateTable | null; problems: string[] }> {
    const problems: string[] = [];
    for (const day of this.daysBack(newest)) {
      signal?.throwIfAborted();
      const asked = await source.tableOf(name, day);
      if (asked.outcome === 'table') return { table: asked.table, problems };
      if (asked.outcome === 'unusable') problems.push(`${day}: ${asked.why}`);
      if (asked.outcome === 'unreachable') return { table: null, problems: [...problems, `${day}: no answer`] };
    }
    return { table: null, problems };
  }

  /** From today back to the newest known table. */
  private daysBack(newest: string | null): string[] {
    const today = DateTime.fromJSDate(this.clock.now(), { zone: ZONE });
    const days = Array.from({ length: MAX_DAYS_BACK + 1 }, (_, back) => today.minus({ days: back }).toFormat('yyyy-MM-dd'));
    return days.filter((day) => newest === null || day >= newest);
  }
}

const NOTHING = { number: null, effectiveOn: null, added: [], refused: [], missing: [] };
