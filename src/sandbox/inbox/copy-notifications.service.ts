import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SentNotifications } from './sent-notifications.js';

const BATCH_SIZE = 1_000;
/** How many sequence numbers are read again, because a transaction with a lower number may commit after one with a higher number. */
const SEQUENCE_OVERLAP = 1_000n;

// A copy has no attempts, because the inbox did not receive it. Its id is the notification's id, so that two processes insert the same row.
const COPY = `
  WITH made AS (SELECT * FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS m (id, service_id, at)),
  receivers AS (
    INSERT INTO sandbox.inbox_receiver (service_id) SELECT DISTINCT service_id FROM made ORDER BY service_id ON CONFLICT DO NOTHING
  )
  INSERT INTO sandbox.inbox_notification (id, service_id, webhook_id, attempts, last_received_at)
  SELECT m.id, m.service_id, m.id::text, 0, m.at FROM made m ORDER BY m.service_id, m.id ON CONFLICT DO NOTHING`;

/**
 * Copies the gateway's notifications for all endpoints into the inbox. The copies are created when a person opens the inbox.
 * So no payment waits for a copy, and no notification is delivered twice.
 */
@Injectable()
export class CopyNotificationsService {
  /** The highest sequence number that was copied. */
  private copiedUntil = 0n;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sent: SentNotifications,
  ) {}

  async run(): Promise<void> {
    let afterSequence = this.copiedUntil - SEQUENCE_OVERLAP;
    for (;;) {
      const created = await this.sent.listCreated(afterSequence, BATCH_SIZE);
      const last = created.at(-1);
      if (!last) return;
      await this.dataSource.query(COPY, [
        created.map(({ id }) => id),
        created.map(({ serviceId }) => serviceId),
        created.map(({ at }) => at),
      ]);
      afterSequence = BigInt(last.sequence);
      if (afterSequence > this.copiedUntil) this.copiedUntil = afterSequence;
      if (created.length < BATCH_SIZE) return;
    }
  }
}
