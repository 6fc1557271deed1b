import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { SystemClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { type LabelledValue, GaugeCollector } from '../../../runtime/metrics/gauge-collector.js';
import { PeriodicTasks } from '../../../runtime/scheduling/periodic-tasks.js';
import type { SuspenseBalance } from './ledger-verification.js';
import { StoredVerifications } from './stored-verifications.js';
import { VerifyLedgerService } from './verify-ledger.service.js';

/** Gauges of the last verification in this process. They have no values before this process has verified the ledger. */
interface LedgerGauges {
  ledger_inconsistent: number;
  ledger_verified_timestamp_seconds: number;
  ledger_verification_duration_seconds: number;
  ledger_suspense_minor: LabelledValue[];
}

/**
 * Verifies the ledger at intervals, in one worker at a time. That worker publishes the result as gauges and stores it for all processes.
 */
@Injectable()
export class ScheduledVerificationService implements OnModuleInit {
  private lastGauges: Partial<LedgerGauges> = {};

  constructor(
    private readonly verifyLedger: VerifyLedgerService,
    private readonly storedVerifications: StoredVerifications,
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
      read: () => this.lastGauges,
    });
    const intervalMs = this.environment.metrics.ledgerVerifyMinutes * 60_000;
    if (intervalMs > 0)
      this.periodic.register({ name: 'verify-ledger', intervalMs, batch: (signal) => this.run(signal).then(() => false) });
  }

  /** @param signal aborts the verification between two batches. */
  async run(signal?: AbortSignal): Promise<void> {
    const startedAtMs = this.clock.now().getTime();
    const verification = await this.verifyLedger.runUnlessRunning({ onProgress: () => signal?.throwIfAborted() });
    if (!verification) return; // another worker is verifying
    const { firstInconsistentRow: inconsistentRow, entries, suspense } = verification;
    const finishedAtMs = this.clock.now().getTime();
    this.lastGauges = {
      ledger_inconsistent: inconsistentRow ? 1 : 0,
      ledger_verified_timestamp_seconds: finishedAtMs / 1000,
      ledger_verification_duration_seconds: (finishedAtMs - startedAtMs) / 1000,
      ...(suspense && { ledger_suspense_minor: suspense.map(toLabelledValue) }),
    };
    if (inconsistentRow) this.log.error({ broken: inconsistentRow, entries }, 'Ledger verification found an inconsistent row');
    await this.storedVerifications.save({
      at: new Date(finishedAtMs),
      tookMs: finishedAtMs - startedAtMs,
      entries,
      broken: inconsistentRow,
    });
  }
}

function toLabelledValue({ currency, test, minor }: SuspenseBalance): LabelledValue {
  return { labels: { currency, test: String(test) }, value: minor };
}
