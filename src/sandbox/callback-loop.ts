import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SystemClock } from '../common/time/clocks.js';
import { LOGGER } from '../runtime/logging/logger.js';
import { SandboxOptions } from './sandbox-options.js';
import { AcquirerCallbacks } from './acquirer/callbacks/acquirer-callbacks.js';
import { RegistrationCallbacks } from './acquirer/callbacks/registration-callbacks.js';
import { OperatorCallbacks } from './operators/operator-callbacks.js';
import { DueCallbacksQuery } from './callbacks/due-callbacks.query.js';

/** Pause before the next check while callbacks are due, and after a request, which may have stored a callback. */
const SOON_MS = 250;
/** Pause while no callback is due. Another process may store callbacks or move business time. */
const IDLE_MS = 1_000;

/** Delivers due callbacks while the sandbox runs. */
@Injectable()
export class CallbackLoop implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly dispatchers: readonly (OperatorCallbacks | AcquirerCallbacks | RegistrationCallbacks)[];
  private readonly dueCallbacks: DueCallbacksQuery;
  private timer?: NodeJS.Timeout;
  /** When the next check begins, by `performance.now()`; undefined while a check runs. */
  private nextAt?: number;
  /** Whether a request has ended since the current check began. */
  private hasRequestEnded = false;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(
    operators: OperatorCallbacks,
    acquirer: AcquirerCallbacks,
    registrations: RegistrationCallbacks,
    dataSource: DataSource,
    system: SystemClock,
    private readonly options: SandboxOptions,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.dispatchers = [operators, acquirer, registrations];
    this.dueCallbacks = new DueCallbacksQuery(
      dataSource,
      system,
      this.dispatchers.map(({ table }) => table),
      IDLE_MS,
    );
  }

  onApplicationBootstrap(): void {
    if (this.options.dispatchCallbacks) this.scheduleCheck(SOON_MS);
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Middleware: schedules a check soon after each request that may have stored a callback. */
  readonly afterRequests = ({ method }: Request, response: Response, next: NextFunction): void => {
    if (method !== 'GET' && this.options.dispatchCallbacks) response.once('close', () => this.checkSoon());
    next();
  };

  private checkSoon(): void {
    if (this.nextAt === undefined) this.hasRequestEnded = true;
    else if (this.nextAt - performance.now() > SOON_MS) this.scheduleCheck(SOON_MS);
  }

  private scheduleCheck(ms: number): void {
    if (this.isStopped) return;
    clearTimeout(this.timer);
    this.nextAt = performance.now() + ms;
    this.timer = setTimeout(() => {
      this.nextAt = undefined;
      this.hasRequestEnded = false;
      this.running = this.check().then((pauseMs) => this.scheduleCheck(this.hasRequestEnded ? SOON_MS : pauseMs));
    }, ms);
  }

  /** @returns milliseconds until the next check */
  private async check(): Promise<number> {
    try {
      const waitMs = await this.dueCallbacks.inMs();
      if (waitMs === null) return IDLE_MS;
      if (waitMs > 0) return Math.max(waitMs, SOON_MS);
    } catch (error) {
      this.log.error({ err: error }, 'Could not look for due callbacks of the sandbox, will retry');
      return IDLE_MS;
    }
    for (const dispatcher of this.dispatchers) {
      await dispatcher
        .deliverDue()
        .catch((error: unknown) => this.log.error({ err: error }, 'Could not deliver callbacks of the sandbox, will retry'));
    }
    return SOON_MS;
  }
}
