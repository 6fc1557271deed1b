import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { type NamedQuery, runNamed } from '../../../runtime/database/named-query.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import type { AttemptResult, RecordedAttempt } from './attempt-result.js';
import type { ClaimedDelivery } from './claim-delivery.service.js';
import type { SendResult } from './send-result.js';
import { RecordTogetherService } from './record-together.service.js';
import { nextDelayMs } from '../../outbound/retry-schedule.js';

const NOTED = `
  WITH noted AS (
    UPDATE webhook_attempt SET finished_at = $4, outcome = $5, http_status = $6, answer_excerpt = $7, error_code = $8, duration_ms = $9
    WHERE event_id = $1 AND number = $2 AND started_at = $3
  )`;

interface RecordedRow extends Omit<RecordedAttempt, 'more'> {
  /** The endpoint was paused by this attempt, or resumed. */
  changed: boolean;
}

const ACKNOWLEDGED = {
  name: 'webhook_record_acknowledged',
  text: `${NOTED} SELECT webhook_finish($1, $2, 'acknowledged', $4) AS recorded, webhook_endpoint_acknowledged($10, $4) AS changed, false AS "givenUp"`,
};

/** 410 says what becomes of one delivery and nothing about the endpoint, which is there and answers. */
const STOPPED = {
  name: 'webhook_record_stopped',
  text: `${NOTED} SELECT recorded, false AS changed, recorded AS "givenUp" FROM webhook_finish($1, $2, 'stopped', $4) AS recorded`,
};

/** A paused endpoint keeps its deliveries, also one whose last try this was. */
const FAILED = {
  name: 'webhook_record_failed',
  text: `${NOTED}
    SELECT recorded, changed, recorded AND $10::timestamptz IS NULL AND NOT changed
      AND NOT EXISTS (SELECT FROM webhook_endpoint WHERE service_id = $11 AND paused_at IS NOT NULL) AS "givenUp"
    FROM webhook_record_failure($1, $2, $4, $10)`,
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
    private readonly together: RecordTogetherService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async run(delivery: ClaimedDelivery, sent: SendResult, schedule: readonly number[]): Promise<RecordedAttempt> {
    const finishedAt = this.clock.now();
    const result = { delivery, sent, finishedAt, nextAttemptAt: nextAttemptAt(delivery, sent, schedule, finishedAt) };
    return (await this.together.run(result)) ?? this.alone(result);
  }

  /** Waits for whoever works on the lane or the endpoint, and pauses or resumes the endpoint. */
  private async alone(result: AttemptResult): Promise<RecordedAttempt> {
    const { delivery, sent, finishedAt } = result;
    const [statement, ...more] = statementFor(result);
    const attempt = [delivery.id, delivery.attemptNumber, delivery.startedAt, finishedAt, sent.outcome, sent.httpStatus, sent.excerpt];
    const durationMs = finishedAt.getTime() - delivery.startedAt.getTime();
    const values = [...attempt, sent.errorCode, durationMs, ...more];
    const [row] = await runNamed<RecordedRow & object>(this.dataSource, statement, values);
    if (row?.changed) this.notice(delivery.serviceId, sent.outcome);
    return { recorded: row?.recorded ?? false, givenUp: row?.givenUp ?? false, more: true };
  }

  private notice(serviceId: string, outcome: SendResult['outcome']): void {
    if (outcome === 'acknowledged') this.log.warn({ serviceId }, 'endpoint resumed: it acknowledged again, all that waited is delivered');
    else this.log.warn({ serviceId }, 'endpoint paused: it has only failed for 72 hours; deliveries wait, one is tried every hour');
  }
}

function statementFor({ delivery, sent, nextAttemptAt }: AttemptResult): [NamedQuery, ...unknown[]] {
  if (sent.outcome === 'acknowledged') return [ACKNOWLEDGED, delivery.serviceId];
  return sent.outcome === 'gone' ? [STOPPED] : [FAILED, nextAttemptAt, delivery.serviceId];
}

function nextAttemptAt(
  { roundAttempts }: ClaimedDelivery,
  { outcome, retryAfterMs }: SendResult,
  schedule: readonly number[],
  now: Date,
): Date | null {
  if (outcome === 'acknowledged' || outcome === 'gone') return null;
  const delayMs = nextDelayMs({ schedule, attemptsMade: roundAttempts, retryAfterMs, random: Math.random() });
  return delayMs === null ? null : new Date(now.getTime() + delayMs);
}
