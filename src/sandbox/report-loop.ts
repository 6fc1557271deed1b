import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../runtime/logging/logger.js';
import { SandboxOptions } from './sandbox-options.js';
import { AcquirerReports } from './acquirer/reports/acquirer-reports.js';
import { AgreementReports } from './acquirer/reports/agreement-reports.js';
import { OperatorReports } from './operators/operator-reports.js';

const PAUSE_MS = 250;

/** Lets due reports leave by themselves while the sandbox runs. */
@Injectable()
export class ReportLoop implements OnApplicationBootstrap, OnModuleDestroy {
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly operators: OperatorReports,
    private readonly acquirer: AcquirerReports,
    private readonly agreements: AgreementReports,
    private readonly options: SandboxOptions,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.options.dispatchReports) this.next();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private next(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.pass().then(() => this.next());
    }, PAUSE_MS);
  }

  private async pass(): Promise<void> {
    for (const party of [this.operators, this.acquirer, this.agreements]) {
      await party
        .deliverDue()
        .catch((error: unknown) => this.log.error({ err: error }, 'simulated parties’ reports could not be delivered'));
    }
  }
}
