import { Inject, Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { SystemClock } from '../../../common/time/clocks.js';
import { RATE_TABLES, type RateTable, RateSource, type RateTableName } from '../../../connectors/rates/rate-source.port.js';
import { StoreRateTableService, type StoredTable } from './store-rate-table.service.js';
import { RateQueries } from './rate.queries.js';

/** The dates of tables are days in the time zone of the central bank. */
const BANK_ZONE = 'Europe/Warsaw';
/** Two weeks, because table B is published once a week, and not on holidays. */
const MAX_DAYS_BACK = 14;

export interface RefreshedTable extends StoredTable {
  name: RateTableName;
  /** Number of the table. null when no table could be read. */
  number: string | null;
  effectiveOn: string | null;
  /** Currencies of the last stored table that this table lacks. They keep their rates. */
  missing: string[];
  /** One message for each day whose response was unusable, with the reason, or for the day on which the bank could not be reached. */
  problems: string[];
}

/**
 * Requests the newest tables from the central bank, and goes back over days without a table. The newest stored table is requested again,
 * and rates that it lacked are added.
 */
@Injectable()
export class RefreshRatesService {
  constructor(
    private readonly clock: SystemClock,
    private readonly rates: RateQueries,
    private readonly storeTable: StoreRateTableService,
    @Inject(RateSource) private readonly source: RateSource | null,
  ) {}

  /** Whether a source of rates is configured. */
  get isPossible(): boolean {
    return this.source !== null;
  }

  /** @param signal aborts the refresh between two requests. */
  async run({ acceptJumps = false, signal }: { acceptJumps?: boolean; signal?: AbortSignal } = {}): Promise<RefreshedTable[]> {
    if (!this.source) throw new Error('Exchange rates cannot be loaded because no source is configured. Set NBP_URL.');
    const refreshed: RefreshedTable[] = [];
    for (const name of RATE_TABLES) refreshed.push(await this.refresh(this.source, name, acceptJumps, signal));
    return refreshed;
  }

  private async refresh(source: RateSource, name: RateTableName, acceptJumps: boolean, signal?: AbortSignal): Promise<RefreshedTable> {
    const newestStoredDay = await this.rates.newestTableDay(name);
    const { table, problems } = await this.newestTable(source, name, newestStoredDay, signal);
    if (!table) return { ...NO_TABLE, name, problems };
    const previousCurrencies = newestStoredDay === null ? [] : await this.rates.currenciesInTable(name, newestStoredDay);
    const missing = previousCurrencies.filter((currency) => !table.rates.has(currency) && !table.withoutRate.includes(currency));
    const result = await this.storeTable.run(table, acceptJumps);
    return { ...result, name, number: table.number, effectiveOn: table.effectiveOn, missing, problems };
  }

  private async newestTable(
    source: RateSource,
    name: RateTableName,
    newestStoredDay: string | null,
    signal?: AbortSignal,
  ): Promise<{ table: RateTable | null; problems: string[] }> {
    const problems: string[] = [];
    for (const day of this.daysBack(newestStoredDay)) {
      signal?.throwIfAborted();
      const response = await source.tableOf(name, day);
      if (response.outcome === 'table') return { table: response.table, problems };
      if (response.outcome === 'unusable') problems.push(`${day}: ${response.why}`);
      if (response.outcome === 'unreachable') return { table: null, problems: [...problems, `${day}: no response`] };
    }
    return { table: null, problems };
  }

  /** The days from today back to the newest stored table, at most 15. */
  private daysBack(newestStoredDay: string | null): string[] {
    const today = DateTime.fromJSDate(this.clock.now(), { zone: BANK_ZONE });
    const days = Array.from({ length: MAX_DAYS_BACK + 1 }, (_, daysAgo) => today.minus({ days: daysAgo }).toFormat('yyyy-MM-dd'));
    return days.filter((day) => newestStoredDay === null || day >= newestStoredDay);
  }
}

const NO_TABLE = { number: null, effectiveOn: null, added: [], refused: [], missing: [] };
