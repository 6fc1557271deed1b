import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../runtime/logging/logger.js';
import { SandboxOptions } from '../sandbox-options.js';
import { CleanupService } from './cleanup.service.js';

/**
 * Deletes old rows at intervals while the sandbox runs, but not at its start.
 * A gateway that was off for a month must first be able to poll its open charges.
 */
@Injectable()
export class CleanupLoop implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly shutdown = new AbortController();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly cleanup: CleanupService,
    private readonly options: SandboxOptions,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = this.repeat(this.shutdown.signal);
  }

  async onModuleDestroy(): Promise<void> {
    this.shutdown.abort();
    await this.loop;
  }

  private async repeat(signal: AbortSignal): Promise<void> {
    for (;;) {
      await setTimeout(this.options.clearEveryMs, undefined, { signal }).catch(() => undefined); // aborted: the next line returns
      if (signal.aborted) return;
      await this.cleanup
        .run(signal)
        .catch((error: unknown) => this.log.error({ err: error }, 'Could not delete old data of the sandbox, will retry'));
    }
  }
}
