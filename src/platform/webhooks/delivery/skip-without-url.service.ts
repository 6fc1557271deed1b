import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';

const BATCH = 200;

// The row is locked, so a transaction that gives the service an address comes before the batch, which then sees it, or after the batch.
const STILL_UNADDRESSED = 'SELECT FROM service WHERE id = $1 AND notify_url IS NULL FOR SHARE';

const TURNS = `
  SELECT d.event_id FROM webhook_delivery d JOIN webhook_subject s ON s.subject_id = d.subject_id
  WHERE d.service_id = $1 AND d.next_attempt_at <= $2 ORDER BY d.next_attempt_at LIMIT ${BATCH} FOR NO KEY UPDATE OF s SKIP LOCKED`;

// One delivery of each FIFO group. The group's next one becomes due and goes with the next batch.
const DROP = `
  WITH dropped AS (
    UPDATE webhook_delivery SET status = 'unaddressed', next_attempt_at = NULL, lease_until = NULL
    WHERE event_id = ANY ($1) AND next_attempt_at <= $2 RETURNING event_id, subject_id
  ), lane AS (
    UPDATE webhook_subject s SET unfinished_count = s.unfinished_count - 1 FROM dropped d WHERE s.subject_id = d.subject_id
    RETURNING s.subject_id, s.unfinished_count, d.event_id
  )
  UPDATE webhook_delivery d SET next_attempt_at = d.created_at FROM lane l
  WHERE l.unfinished_count > 0 AND d.event_id = (
    SELECT w.event_id FROM webhook_delivery w WHERE w.subject_id = l.subject_id AND w.status = 'pending' AND w.event_id <> l.event_id ORDER BY w.sequence LIMIT 1
  )`;

/** Marks due deliveries of a service without an address as unaddressed. No attempt is counted, and staff can resend them later. */
@Injectable()
export class SkipWithoutUrlService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** Works in batches while the service has no address. @param stop ends the work between two batches. */
  async run(serviceId: string, stop: AbortSignal): Promise<void> {
    while (!stop.aborted && (await this.dataSource.transaction((tx) => this.dropBatch(tx, serviceId))));
  }

  /** @returns whether there was anything to drop. */
  private async dropBatch(tx: EntityManager, serviceId: string): Promise<boolean> {
    const now = this.clock.now();
    const unaddressed = await tx.query<unknown[]>(STILL_UNADDRESSED, [serviceId]);
    if (unaddressed.length === 0) return false;
    const turns = await tx.query<{ event_id: string }[]>(TURNS, [serviceId, now]);
    if (turns.length === 0) return false;
    await tx.query(DROP, [turns.map(({ event_id }) => event_id), now]);
    return true;
  }
}
