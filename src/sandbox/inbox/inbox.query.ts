import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { parse } from 'lossless-json';
import type { InboxAnswer } from './inbox-answers.js';
import type { HeaderPairs } from './receive-notification.service.js';
import { type NotificationVerdict, verifyNotification } from './verify-notification.js';

export interface Attempt {
  number: number;
  receivedAt: Date;
  headers: HeaderPairs;
  /** The bytes as text. */
  body: string;
  answer: InboxAnswer;
  verdict: NotificationVerdict;
}

export interface InboxItem {
  id: string;
  serviceId: string;
  webhookId: string;
  attempts: number;
  lastReceivedAt: Date;
  /** What it is about in a word: the status or the type that the body names. */
  subject: string;
  latest: Attempt;
}

export interface Receiver {
  serviceId: string;
  answer: InboxAnswer;
  hasKeys: boolean;
}

interface AttemptRow {
  number: number;
  received_at: Date;
  headers: HeaderPairs;
  body: Buffer;
  ipn_key: string | null;
  webhook_secret: string | null;
  answer: InboxAnswer;
}
interface ItemRow extends AttemptRow {
  id: string;
  service_id: string;
  webhook_id: string;
  attempts: number;
  last_received_at: Date;
}

// Keys that came after the notification are better than none.
const ATTEMPT = `a.number, a.received_at, a.headers, a.body, coalesce(a.ipn_key, r.ipn_key) AS ipn_key,
  coalesce(a.webhook_secret, r.webhook_secret) AS webhook_secret, a.answer`;
const JOINED = `FROM sandbox.inbox_notification n
  JOIN sandbox.inbox_receiver r ON r.service_id = n.service_id JOIN sandbox.inbox_attempt a ON a.notification_id = n.id`;

/** What the inbox got, verified as it is read. */
@Injectable()
export class InboxQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. @returns one more than `size` when there are older ones. */
  async list(skip: number, size: number): Promise<InboxItem[]> {
    const rows = await this.dataSource.query<ItemRow[]>(
      `SELECT n.id, n.service_id, n.webhook_id, n.attempts, n.last_received_at, ${ATTEMPT} ${JOINED} AND a.number = n.attempts
       ORDER BY n.last_received_at DESC, n.id DESC OFFSET $1 LIMIT $2`,
      [skip, size + 1],
    );
    return rows.map(itemOf);
  }

  /** One notification with all its deliveries, the latest first. */
  async one(id: string): Promise<(InboxItem & { deliveries: Attempt[] }) | null> {
    const rows = await this.dataSource.query<ItemRow[]>(
      `SELECT n.id, n.service_id, n.webhook_id, n.attempts, n.last_received_at, ${ATTEMPT} ${JOINED} WHERE n.id = $1 ORDER BY a.number DESC`,
      [id],
    );
    const [latest] = rows;
    return latest ? { ...itemOf(latest), deliveries: rows.map(attemptOf) } : null;
  }

  async receivers(): Promise<Receiver[]> {
    return this.dataSource.query<Receiver[]>(
      'SELECT service_id AS "serviceId", answer, ipn_key IS NOT NULL AS "hasKeys" FROM sandbox.inbox_receiver ORDER BY service_id',
    );
  }
}

function itemOf(row: ItemRow): InboxItem {
  const latest = attemptOf(row);
  const { id, service_id: serviceId, webhook_id: webhookId, attempts, last_received_at: lastReceivedAt } = row;
  return { id, serviceId, webhookId, attempts, lastReceivedAt, subject: subjectOf(latest.body), latest };
}

function attemptOf({ received_at: receivedAt, ipn_key: ipnKey, webhook_secret: webhookSecret, ...row }: AttemptRow): Attempt {
  const headers = Object.fromEntries(row.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const verdict = verifyNotification({ headers, body: row.body, receivedAt, ipnKey, webhookSecret });
  return { number: row.number, receivedAt, headers: row.headers, body: row.body.toString('utf8'), answer: row.answer, verdict };
}

function subjectOf(body: string): string {
  try {
    const value = parse(body);
    if (typeof value !== 'object' || value === null) return 'no JSON object';
    const { type, status } = value as Record<string, unknown>;
    return [type, status].find((word): word is string => typeof word === 'string') ?? 'unknown';
  } catch {
    return 'no JSON';
  }
}
