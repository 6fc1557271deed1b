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

const RESULTS_AT_ONCE = 100;
/** Transactions that lock a FIFO group or an endpoint are short. */
const AGAIN_AFTER_MS = 20;
/** Longer than any transaction may last. By then the lease has run out, or soon will, and the notification is sent again. */
const RECORD_WITHIN_MS = 30_000;

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

const NOTICES = {
  paused: 'endpoint paused: every attempt has failed for 72 hours; deliveries wait, and one is tried every hour',
  resumed: 'endpoint resumed: it has acknowledged again, and all waiting deliveries are sent',
  recovered: 'endpoint recovered: it has acknowledged again after failing for some time, and all waiting deliveries are sent',
};

/** Changes after which all waiting deliveries are due. */
const RELEASING: readonly RecordedRow['endpoint_change'][] = ['resumed', 'recovered'];

/**
 * Records how attempts ended and updates their deliveries. Only a delivery's latest attempt decides: when a lease expired and another worker
 * has repeated the attempt, the late result is stored with its attempt and changes nothing else. Results that come at the same moment share a
 * round trip and a commit, which wait for no lock.
 */
@Injectable()
export class RecordAttemptsService {
  private readonly together: Batcher<DeliveryAttemptResult, RecordedAttempt>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.together = new Batcher(
      (results) => this.write(results),
      RESULTS_AT_ONCE,
      (error) => log.warn({ err: error }, 'results could not be recorded together; each is recorded alone'),
    );
  }

  async run(delivery: ClaimedDelivery, response: ClassifiedResponse, schedule: readonly number[]): Promise<RecordedAttempt> {
    const finishedAt = this.clock.now();
    const result = { delivery, response, finishedAt, nextAttemptAt: nextAttemptAt(delivery, response, schedule, finishedAt) };
    let recorded = await this.together.ask(result);
    for (let waited = 0; !recorded; waited += AGAIN_AFTER_MS) {
      if (waited > RECORD_WITHIN_MS)
        throw new Error(`The attempt of ${delivery.id} could not be recorded: its FIFO group or endpoint stays locked`);
      await setTimeout(AGAIN_AFTER_MS);
      [recorded] = await this.write([result]);
    }
    return recorded;
  }

  /** @returns undefined for results that were left out because another transaction has locked their FIFO group or endpoint. */
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
    this.tellChanges(results, rows);
    return results.map((result) => recordedAttempt(result, rows));
  }

  private tellChanges(results: DeliveryAttemptResult[], rows: RecordedRow[]): void {
    const serviceOf = new Map(results.map(({ delivery }) => [delivery.id, delivery.serviceId]));
    const changes = new Map(rows.map(({ event_id, endpoint_change }) => [serviceOf.get(event_id), endpoint_change]));
    for (const [serviceId, change] of changes) if (change) this.log.warn({ serviceId }, NOTICES[change]);
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
  const givenUp = row.recorded && response.outcome !== 'acknowledged' && nextAttemptAt === null;
  return { recorded: row.recorded, givenUp, more: row.promoted || nextAttemptAt !== null || RELEASING.includes(row.endpoint_change) };
}
