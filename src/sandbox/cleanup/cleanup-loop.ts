import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../runtime/logging/logger.js';
import { SandboxOptions } from '../sandbox-options.js';
import { CleanupService } from './cleanup.service.js';

/**
 * Clears at intervals while the sandbox runs, but not at its start: a gateway that was off for a month first polls its open charges.
 */
@Injectable()
export class CleanupLoop implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stop = new AbortController();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly clearOld: CleanupService,
    private readonly options: SandboxOptions,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = this.repeat(this.stop.signal);
  }

  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    await this.loop;
  }

  private async repeat(signal: AbortSignal): Promise<void> {
    for (;;) {
      await setTimeout(this.options.clearEveryMs, undefined, { signal }).catch(() => undefined); // aborted: the next line returns
      if (signal.aborted) return;
      await this.clearOld
        .run(signal)
        .catch((error: unknown) => this.log.error({ err: error }, 'old data of the sandbox could not be deleted'));
    }
  }
}
