import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';

const BATCH_SIZE = 200;

// The lock keeps other transactions from setting the URL until the batch is committed. So no delivery is skipped after the URL is set.
const LOCK_SERVICE_WITHOUT_URL = 'SELECT FROM service WHERE id = $1 AND notify_url IS NULL FOR SHARE';

const DUE_DELIVERIES = `
  SELECT d.event_id FROM webhook_delivery d JOIN webhook_subject s ON s.subject_id = d.subject_id
  WHERE d.service_id = $1 AND d.next_attempt_at <= $2 ORDER BY d.next_attempt_at LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE OF s SKIP LOCKED`;

// Marks one delivery of each FIFO group. The group's next delivery becomes due and is marked in the next batch.
const SKIP_DELIVERIES = `
  WITH skipped AS (
    UPDATE webhook_delivery SET status = 'unaddressed', next_attempt_at = NULL, lease_until = NULL
    WHERE event_id = ANY ($1) AND next_attempt_at <= $2 RETURNING event_id, subject_id
  ), fifo_group AS (
    UPDATE webhook_subject s SET unfinished_count = s.unfinished_count - 1 FROM skipped d WHERE s.subject_id = d.subject_id
    RETURNING s.subject_id, s.unfinished_count, d.event_id
  )
  UPDATE webhook_delivery d SET next_attempt_at = d.created_at FROM fifo_group l
  WHERE l.unfinished_count > 0 AND d.event_id = (
    SELECT w.event_id FROM webhook_delivery w WHERE w.subject_id = l.subject_id AND w.status = 'pending' AND w.event_id <> l.event_id ORDER BY w.sequence LIMIT 1
  )`;

/**
 * Gives due deliveries of a service without a URL the status `unaddressed`. No attempt is counted, and the deliveries can be resent later.
 */
@Injectable()
export class SkipWithoutUrlService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** Works in batches while the service has no URL. @param stop ends the work between two batches. */
  async run(serviceId: string, stop: AbortSignal): Promise<void> {
    while (!stop.aborted && (await this.dataSource.transaction((tx) => this.skipBatch(tx, serviceId))));
  }

  /** @returns whether more deliveries may have to be skipped. */
  private async skipBatch(tx: EntityManager, serviceId: string): Promise<boolean> {
    const now = this.clock.now();
    const withoutUrl = await tx.query<unknown[]>(LOCK_SERVICE_WITHOUT_URL, [serviceId]);
    if (withoutUrl.length === 0) return false;
    const due = await tx.query<{ event_id: string }[]>(DUE_DELIVERIES, [serviceId, now]);
    if (due.length === 0) return false;
    await tx.query(SKIP_DELIVERIES, [due.map(({ event_id }) => event_id), now]);
    return true;
  }
}
