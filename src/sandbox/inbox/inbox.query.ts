import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { parse } from 'lossless-json';
import { isUuid } from '../../common/validation/is-uuid.js';
import type { InboxResponse } from './inbox-responses.js';
import type { HeaderPairs } from './receive-notification.service.js';
import { CopyNotificationsService } from './copy-notifications.service.js';
import { type SentNotification, SentNotifications } from './sent-notifications.js';
import { type NotificationVerdict, verifyNotification } from './verify-notification.js';

export interface InboxAttempt {
  number: number;
  receivedAt: Date;
  headers: HeaderPairs;
  /** Decoded as UTF-8. */
  body: string;
  answer: InboxResponse;
  verdict: NotificationVerdict;
}

export interface InboxItem {
  id: string;
  serviceId: string;
  webhookId: string;
  attempts: number;
  lastReceivedAt: Date;
  /** The type or the status in the body. */
  subject: string;
  /** Null for a copy of a notification that went to another endpoint. */
  latest: InboxAttempt | null;
  /** Null when the gateway did not create the notification. */
  sent: SentNotification | null;
}

export interface Receiver {
  serviceId: string;
  answer: InboxResponse;
  hasKeys: boolean;
  /** The service's endpoint when it is not the inbox. Null: no endpoint. Undefined: the inbox is the endpoint. */
  elsewhere: string | null | undefined;
}

interface AttemptRow {
  /** Null for a copy, which has no attempt. */
  number: number | null;
  received_at: Date;
  headers: HeaderPairs;
  body: Buffer;
  ipn_key: string | null;
  webhook_secret: string | null;
  answer: InboxResponse;
}
interface ItemRow extends AttemptRow {
  id: string;
  service_id: string;
  webhook_id: string;
  attempts: number;
  last_received_at: Date;
}

// A notification that came before the service's keys is verified with the current keys.
const ATTEMPT = `a.number, a.received_at, a.headers, a.body, coalesce(a.ipn_key, r.ipn_key) AS ipn_key,
  coalesce(a.webhook_secret, r.webhook_secret) AS webhook_secret, a.answer`;
const JOINED = `FROM sandbox.inbox_notification n
  JOIN sandbox.inbox_receiver r ON r.service_id = n.service_id LEFT JOIN sandbox.inbox_attempt a ON a.notification_id = n.id`;

/** Reads and verifies received notifications. Also reads copies of notifications that went to other endpoints. */
@Injectable()
export class InboxQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly copies: CopyNotificationsService,
    private readonly sent: SentNotifications,
  ) {}

  /** Notifications, newest first. @returns one item more than `size` when there are older notifications. */
  async list(skip: number, size: number): Promise<InboxItem[]> {
    await this.copies.run();
    const rows = await this.dataSource.query<ItemRow[]>(
      `SELECT n.id, n.service_id, n.webhook_id, n.attempts, n.last_received_at, ${ATTEMPT} ${JOINED} AND a.number = n.attempts
       ORDER BY n.last_received_at DESC, n.id DESC OFFSET $1 LIMIT $2`,
      [skip, size + 1],
    );
    const sent = await this.sentOf(rows);
    return rows.map((row) => itemOf(row, sent));
  }

  /** One notification with all its deliveries, the latest first. */
  async findWithDeliveries(id: string): Promise<(InboxItem & { deliveries: InboxAttempt[] }) | null> {
    const rows = await this.dataSource.query<ItemRow[]>(
      `SELECT n.id, n.service_id, n.webhook_id, n.attempts, n.last_received_at, ${ATTEMPT} ${JOINED} WHERE n.id = $1 ORDER BY a.number DESC`,
      [id],
    );
    const [latestRow] = rows;
    if (!latestRow) return null;
    return { ...itemOf(latestRow, await this.sentOf([latestRow])), deliveries: rows.map(attemptOf).filter((attempt) => attempt !== null) };
  }

  async receivers(): Promise<Receiver[]> {
    const receivers = await this.dataSource.query<Omit<Receiver, 'elsewhere'>[]>(
      'SELECT service_id AS "serviceId", answer, ipn_key IS NOT NULL AS "hasKeys" FROM sandbox.inbox_receiver ORDER BY service_id',
    );
    const otherEndpoints = await this.sent.findOtherEndpoints(receivers.map(({ serviceId }) => serviceId));
    return receivers.map((receiver) => ({ ...receiver, elsewhere: otherEndpoints.get(receiver.serviceId) }));
  }

  private sentOf(rows: readonly ItemRow[]): Promise<Map<string, SentNotification>> {
    return this.sent.findSent(rows.map(({ webhook_id: id }) => id).filter(isUuid));
  }
}

function itemOf(row: ItemRow, sentById: Map<string, SentNotification>): InboxItem {
  const latest = attemptOf(row);
  const { id, service_id: serviceId, webhook_id: webhookId, attempts, last_received_at: lastReceivedAt } = row;
  const sent = sentById.get(webhookId) ?? null;
  const body = latest?.body ?? sent?.body;
  return { id, serviceId, webhookId, attempts, lastReceivedAt, subject: body === undefined ? 'cleared' : subjectOf(body), latest, sent };
}

function attemptOf({ received_at: receivedAt, ipn_key: ipnKey, webhook_secret: webhookSecret, ...row }: AttemptRow): InboxAttempt | null {
  if (row.number === null) return null;
  const headers = Object.fromEntries(row.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const verdict = verifyNotification({ headers, body: row.body, receivedAt, ipnKey, webhookSecret });
  return { number: row.number, receivedAt, headers: row.headers, body: row.body.toString('utf8'), answer: row.answer, verdict };
}

function subjectOf(body: string): string {
  try {
    const value = parse(body);
    if (typeof value !== 'object' || value === null) return 'not a JSON object';
    const { type, status } = value as Record<string, unknown>;
    return [type, status].find((name): name is string => typeof name === 'string') ?? 'unknown';
  } catch {
    return 'not JSON';
  }
}
