import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../../runtime/logging/logger.js';
import type { PeriodicTask } from '../../../runtime/scheduling/periodic-tasks.js';
import { type RefreshedTable, RefreshRatesService } from './refresh-rates.service.js';

/** Six hours. The central bank publishes the day's table around noon. */
const INTERVAL_MS = 6 * 3_600_000;

/** The periodic refresh of exchange rates. */
@Injectable()
export class RefreshRatesTask {
  constructor(
    private readonly refresh: RefreshRatesService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Empty when no source is configured. */
  get tasks(): PeriodicTask[] {
    return this.refresh.isPossible ? [{ name: 'refresh-rates', intervalMs: INTERVAL_MS, batch: (signal) => this.run(signal) }] : [];
  }

  private async run(signal: AbortSignal): Promise<boolean> {
    for (const table of await this.refresh.run({ signal })) this.logResult(table);
    return false;
  }

  private logResult({ name, number, added, refused, missing, problems }: RefreshedTable): void {
    const isComplete = [refused, missing, problems].every(({ length }) => length === 0);
    const details = { table: name, number, added: added.length, refused, missing, problems };
    if (!isComplete) this.log.warn(details, 'could not refresh all exchange rates, the last good rates stay in use');
    else if (added.length > 0) this.log.info(details, 'stored new exchange rates');
  }
}
