import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { SystemClock } from '../../common/time/clocks.js';
import { Environment } from '../../runtime/config/environment.js';
import { LOGGER } from '../../runtime/logging/logger.js';
import { type LabelledValue, GaugeCollector } from '../../runtime/metrics/gauge-collector.js';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import type { SuspenseBalance } from './ledger-verification.js';
import { StoredVerifications } from './verifications/stored-verifications.js';
import { VerifyLedgerService } from './verify-ledger.service.js';

interface LastVerification {
  ledger_inconsistent: number;
  ledger_verified_timestamp_seconds: number;
  ledger_verification_duration_seconds: number;
  ledger_suspense_minor: LabelledValue[];
}

/** Verifies the ledger at intervals, in one worker at a time. That worker publishes the result as gauges and stores it for all processes. */
@Injectable()
export class ScheduledVerificationService implements OnModuleInit {
  private last: Partial<LastVerification> = {};

  constructor(
    private readonly verify: VerifyLedgerService,
    private readonly stored: StoredVerifications,
    private readonly clock: SystemClock,
    private readonly environment: Environment,
    private readonly periodic: PeriodicTasks,
    private readonly gauges: GaugeCollector,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.gauges.register({
      name: 'ledger',
      help: {
        ledger_inconsistent:
          '1 when the last verification of the ledger found an inconsistent row, 0 when it found none. No value in processes that verified nothing.',
        ledger_verified_timestamp_seconds: 'When this process last verified the ledger, in Unix time.',
        ledger_verification_duration_seconds: 'How long the last verification took, in seconds.',
        ledger_suspense_minor: 'Money that belongs to no payment, in minor units, at the last verification.',
      },
      labels: { ledger_suspense_minor: ['currency', 'test'] },
      read: () => this.last,
    });
    const intervalMs = this.environment.metrics.ledgerVerifyMinutes * 60_000;
    if (intervalMs > 0)
      this.periodic.register({ name: 'verify-ledger', intervalMs, batch: (signal) => this.run(signal).then(() => false) });
  }

  /** @param signal aborts the verification between two batches. */
  async run(signal?: AbortSignal): Promise<void> {
    const from = this.clock.now().getTime();
    const verification = await this.verify.runAlone({ onProgress: () => signal?.throwIfAborted() });
    if (!verification) return;
    const { broken, entries, suspense } = verification;
    const to = this.clock.now().getTime();
    this.last = {
      ledger_inconsistent: broken ? 1 : 0,
      ledger_verified_timestamp_seconds: to / 1000,
      ledger_verification_duration_seconds: (to - from) / 1000,
      ...(suspense && { ledger_suspense_minor: suspense.map(labelled) }),
    };
    if (broken) this.log.error({ broken, entries }, 'Ledger verification found an inconsistent row');
    await this.stored.save({ at: new Date(to), tookMs: to - from, entries, broken });
  }
}

function labelled({ currency, test, minor }: SuspenseBalance): LabelledValue {
  return { labels: { currency, test: String(test) }, value: minor };
}
