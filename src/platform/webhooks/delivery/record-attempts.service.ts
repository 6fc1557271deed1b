import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { Batcher } from '../../../runtime/database/batcher.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { nextDelayMs } from '../../outbound/retry-schedule.js';
import type { DeliveryAttemptResult, ClassifiedResponse, RecordedAttempt } from './attempt-result.js';
import type { ClaimedDelivery } from './claims/claimed-delivery.js';

const MAX_RESULTS_PER_STATEMENT = 100;
/** Delay before a skipped result is recorded again. Transactions that lock a FIFO group or an endpoint are short. */
const RETRY_DELAY_MS = 20;
/** A result that is still skipped after this time is lost. By then the lease has ended, so the notification is sent again. */
const MAX_WAIT_MS = 30_000;

const RECORD = {
  name: 'webhook_record',
  text: 'SELECT event_id, attempt_number, recorded, promoted, endpoint_change FROM webhook_record($1, $2, $3, $4, $5, $6, $7, $8, $9)',
};

interface RecordedRow {
  event_id: string;
  attempt_number: number;
  recorded: boolean;
  promoted: boolean;
  endpoint_change: 'paused' | 'resumed' | 'recovered' | null;
}

const CHANGE_MESSAGES = {
  paused: 'endpoint paused: every attempt has failed for 72 hours, deliveries now wait and one is tried every hour',
  resumed: 'endpoint resumed: it acknowledged again, all waiting deliveries are sent',
  recovered: 'endpoint recovered: it acknowledged again after failing for at least five minutes, all waiting deliveries are sent',
};

/** Changes after which all waiting deliveries are due. */
const RESUMING_CHANGES: readonly RecordedRow['endpoint_change'][] = ['resumed', 'recovered'];

/**
 * Records the results of delivery attempts and updates the deliveries. Only the latest attempt changes its delivery. If a lease expired and
 * another worker has repeated the attempt, the late result is stored only with its own attempt. Concurrent results share one statement and
 * one commit. The statement waits for no lock.
 */
@Injectable()
export class RecordAttemptsService {
  private readonly batcher: Batcher<DeliveryAttemptResult, RecordedAttempt>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.batcher = new Batcher(
      (results) => this.write(results),
      MAX_RESULTS_PER_STATEMENT,
      (error) => log.warn({ err: error }, 'could not record delivery results in one statement, recording each separately'),
    );
  }

  async run(delivery: ClaimedDelivery, response: ClassifiedResponse, schedule: readonly number[]): Promise<RecordedAttempt> {
    const finishedAt = this.clock.now();
    const result = { delivery, response, finishedAt, nextAttemptAt: nextAttemptAt(delivery, response, schedule, finishedAt) };
    let recorded = await this.batcher.query(result);
    for (let waitedMs = 0; !recorded; waitedMs += RETRY_DELAY_MS) {
      if (waitedMs > MAX_WAIT_MS)
        throw new Error(`The result of delivery ${delivery.id} could not be recorded: its FIFO group or endpoint stayed locked`);
      await setTimeout(RETRY_DELAY_MS);
      [recorded] = await this.write([result]);
    }
    return recorded;
  }

  /** @returns undefined for each result that was skipped because another transaction has locked its FIFO group or endpoint. */
  private async write(results: DeliveryAttemptResult[]): Promise<(RecordedAttempt | undefined)[]> {
    const rows = await runNamed<RecordedRow & object>(this.dataSource, RECORD, [
      results.map(({ delivery }) => delivery.id),
      results.map(({ delivery }) => delivery.attemptNumber),
      results.map(({ delivery }) => delivery.startedAt),
      results.map(({ finishedAt }) => finishedAt),
      results.map(({ response }) => response.outcome),
      results.map(({ response }) => response.httpStatus),
      results.map(({ response }) => response.excerpt),
      results.map(({ response }) => response.errorCode),
      results.map(({ nextAttemptAt }) => nextAttemptAt),
    ]);
    this.logChanges(results, rows);
    return results.map((result) => recordedAttempt(result, rows));
  }

  private logChanges(results: DeliveryAttemptResult[], rows: RecordedRow[]): void {
    const serviceOf = new Map(results.map(({ delivery }) => [delivery.id, delivery.serviceId]));
    const changes = new Map(rows.map(({ event_id, endpoint_change }) => [serviceOf.get(event_id), endpoint_change]));
    for (const [serviceId, change] of changes) if (change) this.log.warn({ serviceId }, CHANGE_MESSAGES[change]);
  }
}

function nextAttemptAt(
  { roundAttempts }: ClaimedDelivery,
  { outcome, retryAfterMs }: ClassifiedResponse,
  schedule: readonly number[],
  now: Date,
): Date | null {
  if (outcome === 'acknowledged' || outcome === 'gone') return null;
  const delayMs = nextDelayMs({ schedule, attemptsMade: roundAttempts, retryAfterMs, random: Math.random() });
  return delayMs === null ? null : new Date(now.getTime() + delayMs);
}

function recordedAttempt({ delivery, response, nextAttemptAt }: DeliveryAttemptResult, rows: RecordedRow[]): RecordedAttempt | undefined {
  const row = rows.find(({ event_id, attempt_number }) => event_id === delivery.id && attempt_number === delivery.attemptNumber);
  if (!row) return undefined;
  const exhausted = row.recorded && response.outcome !== 'acknowledged' && nextAttemptAt === null;
  return {
    recorded: row.recorded,
    exhausted,
    more: row.promoted || nextAttemptAt !== null || RESUMING_CHANGES.includes(row.endpoint_change),
  };
}
