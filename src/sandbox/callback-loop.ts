import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SystemClock } from '../common/time/clocks.js';
import { LOGGER } from '../runtime/logging/logger.js';
import { SandboxOptions } from './sandbox-options.js';
import { AcquirerCallbacks } from './acquirer/callbacks/acquirer-callbacks.js';
import { RegistrationCallbacks } from './acquirer/callbacks/mandate-reports.js';
import { OperatorCallbacks } from './operators/operator-callbacks.js';
import { DueCallbacksQuery } from './callbacks/due-callbacks.query.js';

/** Between two looks while there is something to deliver, and after a request, which may have written a report. */
const SOON_MS = 250;
/** While nothing happens here. Another process may write reports, too, and move the clock. */
const IDLE_MS = 1_000;

/** Delivers due reports while the sandbox runs. */
@Injectable()
export class CallbackLoop implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly parties: readonly (OperatorCallbacks | AcquirerCallbacks | RegistrationCallbacks)[];
  private readonly due: DueCallbacksQuery;
  private timer?: NodeJS.Timeout;
  /** When the next look is, by the process' time; none while one is under way. */
  private nextAt?: number;
  /** A request has ended since the look began that is under way. */
  private stirred = false;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    operators: OperatorCallbacks,
    acquirer: AcquirerCallbacks,
    mandates: RegistrationCallbacks,
    dataSource: DataSource,
    system: SystemClock,
    private readonly options: SandboxOptions,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.parties = [operators, acquirer, mandates];
    this.due = new DueCallbacksQuery(
      dataSource,
      system,
      this.parties.map(({ table }) => table),
      IDLE_MS,
    );
  }

  onApplicationBootstrap(): void {
    if (this.options.dispatchReports) this.lookIn(SOON_MS);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Middleware: what a request wrote is looked at soon after its end. */
  readonly afterRequests = ({ method }: Request, response: Response, next: NextFunction): void => {
    if (method !== 'GET' && this.options.dispatchReports) response.once('close', () => this.stir());
    next();
  };

  private stir(): void {
    if (this.nextAt === undefined) this.stirred = true;
    else if (this.nextAt - performance.now() > SOON_MS) this.lookIn(SOON_MS);
  }

  private lookIn(ms: number): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.nextAt = performance.now() + ms;
    this.timer = setTimeout(() => {
      this.nextAt = undefined;
      this.stirred = false;
      this.running = this.look().then((pauseMs) => this.lookIn(this.stirred ? SOON_MS : pauseMs));
    }, ms);
  }

  /** @returns how long nothing will be due. */
  private async look(): Promise<number> {
    try {
      const inMs = await this.due.inMs();
      if (inMs === null) return IDLE_MS;
      if (inMs > 0) return Math.max(inMs, SOON_MS);
    } catch (error) {
      this.log.error({ err: error }, 'simulated parties’ reports could not be looked for');
      return IDLE_MS;
    }
    for (const party of this.parties) {
      await party
        .deliverDue()
        .catch((error: unknown) => this.log.error({ err: error }, 'simulated parties’ reports could not be delivered'));
    }
    return SOON_MS;
  }
}
