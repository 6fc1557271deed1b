import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SystemClock } from '../common/time/clocks.js';
import { type NamedQuery, runNamed } from '../database/named-query.js';
import { LOGGER } from '../logging/logger.js';
import type { ClaimedDelivery } from './claim-delivery.service.js';
import type { SendResult } from './notification-sender.js';
import { nextDelayMs } from './retry-schedule.js';

const NOTED = `
  WITH noted AS (
    UPDATE webhook_attempt SET finished_at = $4, outcome = $5, http_status = $6, answer_excerpt = $7, error_code = $8, duration_ms = $9
    WHERE event_id = $1 AND number = $2 AND started_at = $3
  )`;

interface Recorded {
  recorded: boolean;
  /** The endpoint was paused by this attempt, or resumed. */
  changed: boolean;
}

const ACKNOWLEDGED = {
  name: 'webhook_record_acknowledged',
  text: `${NOTED} SELECT webhook_finish($1, $2, 'acknowledged', $4) AS recorded, webhook_endpoint_acknowledged($10, $4) AS changed`,
};

/** 410 says what becomes of one delivery and nothing about the endpoint, which is there and answers. */
const STOPPED = {
  name: 'webhook_record_stopped',
  text: `${NOTED} SELECT webhook_finish($1, $2, 'stopped', $4) AS recorded, false AS changed`,
};

const FAILED = {
  name: 'webhook_record_failed',
  text: `${NOTED} SELECT recorded, changed FROM webhook_record_failure($1, $2, $4, $10)`,
};

/**
 * Writes down how an attempt ended and what follows. Only the delivery's latest attempt decides anything: the result of one
 * whose lease expired, and which somebody has repeated since, is kept with that attempt and changes nothing else.
 */
@Injectable()
export class RecordAttemptService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @returns false when a later attempt has taken over. */
  async run(delivery: ClaimedDelivery, result: SendResult, schedule: readonly number[]): Promise<boolean> {
    const now = this.clock.now();
    const { outcome, httpStatus, excerpt, errorCode } = result;
    const attempt = [
      delivery.id,
      delivery.attemptNumber,
      delivery.startedAt,
      now,
      outcome,
      httpStatus,
      excerpt,
      errorCode,
      now.getTime() - delivery.startedAt.getTime(),
    ];
    const { recorded, changed } = await this.write(delivery, result, schedule, attempt, now);
    if (changed) this.notice(delivery.serviceId, outcome);
    return recorded;
  }

  private async write(
    delivery: ClaimedDelivery,
    result: SendResult,
    schedule: readonly number[],
    attempt: readonly unknown[],
    now: Date,
  ): Promise<Recorded> {
    const [statement, ...more] = this.statement(delivery, result, schedule, now);
    const [row] = await runNamed<Recorded>(this.dataSource, statement, [...attempt, ...more]);
    return row ?? { recorded: false, changed: false };
  }

  private statement(
    { serviceId, roundAttempts }: ClaimedDelivery,
    { outcome, retryAfterMs }: SendResult,
    schedule: readonly number[],
    now: Date,
  ): [NamedQuery, ...unknown[]] {
    if (outcome === 'acknowledged') return [ACKNOWLEDGED, serviceId];
    if (outcome === 'gone') return [STOPPED];
    const delayMs = nextDelayMs({ schedule, attemptsMade: roundAttempts, retryAfterMs, random: Math.random() });
    return [FAILED, delayMs === null ? null : new Date(now.getTime() + delayMs)];
  }

  private notice(serviceId: string, outcome: SendResult['outcome']): void {
    if (outcome === 'acknowledged') this.log.warn({ serviceId }, 'endpoint resumed: it acknowledged again, all that waited is delivered');
    else this.log.warn({ serviceId }, 'endpoint paused: it has only failed for 72 hours; deliveries wait, one is tried every hour');
  }
}
