import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../common/time/clocks.js';
import type { InboxResponse } from './inbox-responses.js';

/** Pairs of name and value in the received order and spelling. */
export type HeaderPairs = [string, string][];

/** A longer `webhook-id` is cut. */
const MAX_ID_LENGTH = 200;

/** Stores a received notification. Delivery attempts of the same notification are grouped. */
@Injectable()
export class ReceiveNotificationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** @returns the response that was chosen for this service. */
  async run(serviceId: string, headers: HeaderPairs, body: Buffer): Promise<InboxResponse> {
    const now = this.clock.now();
    const webhookId =
      headers.find(([name]) => name.toLowerCase() === 'webhook-id')?.[1].slice(0, MAX_ID_LENGTH) ?? `without id: ${uuidv7()}`;
    return this.dataSource.transaction(async (tx) => {
      await tx.query('INSERT INTO sandbox.inbox_receiver (service_id) VALUES ($1) ON CONFLICT (service_id) DO NOTHING', [serviceId]);
      const [receiver] = await tx.query<{ answer: InboxResponse }[]>('SELECT answer FROM sandbox.inbox_receiver WHERE service_id = $1', [
        serviceId,
      ]);
      const [notification] = await tx.query<{ id: string; attempts: number }[]>(
        `INSERT INTO sandbox.inbox_notification (id, service_id, webhook_id, last_received_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (service_id, webhook_id) DO UPDATE
           SET attempts = inbox_notification.attempts + 1, last_received_at = greatest(inbox_notification.last_received_at, excluded.last_received_at)
         RETURNING id, attempts`,
        [uuidv7(), serviceId, webhookId, now],
      );
      const inboxResponse = receiver?.answer ?? 'ok';
      await tx.query(
        `INSERT INTO sandbox.inbox_attempt (id, notification_id, number, received_at, headers, body, ipn_key, webhook_secret, answer)
         SELECT $1, $2, $3, $4, $5, $6, ipn_key, webhook_secret, $7 FROM sandbox.inbox_receiver WHERE service_id = $8`,
        [uuidv7(), notification?.id, notification?.attempts, now, JSON.stringify(headers), body, inboxResponse, serviceId],
      );
      return inboxResponse;
    });
  }
}
