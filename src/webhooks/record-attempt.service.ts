import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../common/time/clocks.js';
import { runNamed } from '../database/named-query.js';
import type { ClaimedDelivery } from './claim-delivery.service.js';
import type { SendResult } from './notification-sender.js';
import { nextDelayMs } from './retry-schedule.js';

type FinalStatus = 'acknowledged' | 'stopped' | 'exhausted';

const NOTED = `
  WITH noted AS (
    UPDATE webhook_attempt SET finished_at = $4, outcome = $5, http_status = $6, answer_excerpt = $7, error_code = $8, duration_ms = $9
    WHERE event_id = $1 AND number = $2 AND started_at = $3
  )`;

const FINISH = { name: 'webhook_record_final', text: `${NOTED} SELECT webhook_finish($1, $2, $10, $4) AS recorded` };

const RETRY = {
  name: 'webhook_record_retry',
  text: `${NOTED}, retried AS (
    UPDATE webhook_delivery SET lease_until = NULL, next_attempt_at = $10 WHERE event_id = $1 AND attempt_count = $2 AND lease_until IS NOT NULL RETURNING 1
  ) SELECT EXISTS (SELECT FROM retried) AS recorded`,
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
    const delayMs = nextDelayMs({
      schedule,
      attemptsMade: delivery.roundAttempts,
      retryAfterMs: result.retryAfterMs,
      random: Math.random(),
    });
    const final = finalStatus(result, delayMs);
    const rows = final
      ? await runNamed<{ recorded: boolean }>(this.dataSource, FINISH, [...attempt, final])
      : await runNamed<{ recorded: boolean }>(this.dataSource, RETRY, [...attempt, new Date(now.getTime() + (delayMs ?? 0))]);
    return rows[0]?.recorded ?? false;
  }
}

function finalStatus({ outcome }: SendResult, delayMs: number | null): FinalStatus | null {
  if (outcome === 'acknowledged') return 'acknowledged';
  if (outcome === 'gone') return 'stopped';
  return delayMs === null ? 'exhausted' : null;
}
