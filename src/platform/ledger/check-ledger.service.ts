import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { SystemClock } from '../../common/time/clocks.js';
import { Environment } from '../../runtime/config/environment.js';
import { LOGGER } from '../../runtime/logging/logger.js';
import { type LabelledValue, ScrapedFigures } from '../../runtime/metrics/scraped-figures.js';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import type { SuspenseBalance } from './ledger-verification.js';
import { VerifyLedgerService } from './verify-ledger.service.js';

interface LastCheck {
  ledger_drift: number;
  ledger_checked_timestamp_seconds: number;
  ledger_check_duration_seconds: number;
  ledger_suspense_minor: LabelledValue[];
}

/** Proves the ledger now and then in one of the workers, which tells the result; workers that find it being proved do nothing. */
@Injectable()
export class CheckLedgerService implements OnModuleInit {
  private last: Partial<LastCheck> = {};

  constructor(
    private readonly verify: VerifyLedgerService,
    private readonly clock: SystemClock,
    private readonly environment: Environment,
    private readonly periodic: PeriodicTasks,
    private readonly figures: ScrapedFigures,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.figures.register({
      name: 'ledger',
      help: {
        ledger_drift:
          '1 when the last proof of the ledger found a row that is wrong, 0 when all was sound; no value in processes that proved nothing.',
        ledger_checked_timestamp_seconds: 'When this process last proved the ledger, in Unix time.',
        ledger_check_duration_seconds: 'How long the last proof took.',
        ledger_suspense_minor: 'Money that belongs to no payment, in minor units, as the last proof found it.',
      },
      labels: { ledger_suspense_minor: ['currency', 'test'] },
      read: () => this.last,
    });
    const everyMs = this.environment.metrics.ledgerCheckMinutes * 60_000;
    if (everyMs > 0) this.periodic.register({ name: 'ledger-check', everyMs, batch: (signal) => this.run(signal).then(() => false) });
  }

  /** @param signal ends the proof between two batches. */
  async run(signal?: AbortSignal): Promise<void> {
    const from = this.clock.now().getTime();
    const proof = await this.verify.runAlone({ onProgress: () => signal?.throwIfAborted() });
    if (!proof) return;
    const { broken, entries, suspense } = proof;
    const to = this.clock.now().getTime();
    this.last = {
      ledger_drift: broken ? 1 : 0,
      ledger_checked_timestamp_seconds: to / 1000,
      ledger_check_duration_seconds: (to - from) / 1000,
      ...(suspense && { ledger_suspense_minor: suspense.map(labelled) }),
    };
    if (broken) this.log.error({ broken, entries }, 'the ledger is not sound');
  }
}

function labelled({ currency, test, minor }: SuspenseBalance): LabelledValue {
  return { labels: { currency, test: String(test) }, value: minor };
}
