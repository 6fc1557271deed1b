import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AttemptView, DeliveryDetail, DeliveryStatus, DeliveryView } from './delivery-view.js';

export interface DeliveryFilter {
  serviceId?: string;
  /** Deliveries of any of these subjects. */
  subjectIds?: readonly string[];
  status?: DeliveryStatus;
  limit: number;
}

const DELIVERY_COLUMNS = `
  d.event_id AS id, d.service_id AS "serviceId", d.subject_id AS "subjectId", e.type, d.status, d.attempt_count AS "attemptCount",
  d.next_attempt_at AS "nextAttemptAt", d.acknowledged_at AS "acknowledgedAt", e.occurred_at AS "occurredAt", d.created_at AS "createdAt"`;
const FROM_DELIVERIES = 'FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event_id';

const ATTEMPTS = `
  SELECT event_id AS "deliveryId", number, started_at AS "startedAt", finished_at AS "finishedAt", outcome, http_status AS "httpStatus",
         error_code AS "errorCode", duration_ms AS "durationMs", response_excerpt AS "responseExcerpt"
  FROM webhook_attempt WHERE event_id = ANY($1) ORDER BY number, started_at`;

/** Reads deliveries with their attempts in one snapshot, for the command line, the panel and the sandbox's inbox. */
@Injectable()
export class DeliveryQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async list({ serviceId, subjectIds, status, limit }: DeliveryFilter): Promise<DeliveryView[]> {
    const optionalConditions: [string, unknown][] = [
      ['d.service_id = ', serviceId],
      ['d.subject_id = ANY ', subjectIds],
      ['d.status = ', status],
    ];
    const conditions = optionalConditions.filter(([, value]) => value !== undefined);
    const where = conditions.map(([condition], index) => `${condition}($${index + 2})`).join(' AND ');
    const sql = `SELECT ${DELIVERY_COLUMNS} ${FROM_DELIVERIES} ${where && `WHERE ${where}`} ORDER BY d.sequence DESC LIMIT $1`;
    return this.inOneSnapshot(async (tx) => {
      const rows = await tx.query<Omit<DeliveryView, 'attempts'>[]>(sql, [limit, ...conditions.map(([, value]) => value)]);
      return withAttempts(tx, rows);
    });
  }

  async findWithBody(id: string): Promise<DeliveryDetail | null> {
    const [delivery] = await this.findWithBodies([id]);
    return delivery ?? null;
  }

  /** @returns the deliveries that exist, in no order. */
  findWithBodies(ids: readonly string[]): Promise<DeliveryDetail[]> {
    const sql = `SELECT ${DELIVERY_COLUMNS}, e.body, e.signed_text AS "signedText", e.erased_at AS "erasedAt", e.sent_signature AS "sentSignature"
      ${FROM_DELIVERIES} WHERE d.event_id = ANY ($1::uuid[])`;
    return this.inOneSnapshot(async (tx) => withAttempts(tx, await tx.query<Omit<DeliveryDetail, 'attempts'>[]>(sql, [ids])));
  }

  private inOneSnapshot<T>(read: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction('REPEATABLE READ', read);
  }
}

async function withAttempts<T extends { id: string }>(tx: EntityManager, rows: T[]): Promise<(T & { attempts: AttemptView[] })[]> {
  const attempts = await tx.query<(AttemptView & { deliveryId: string })[]>(ATTEMPTS, [rows.map((row) => row.id)]);
  const attemptsOf = (id: string): AttemptView[] =>
    attempts.filter(({ deliveryId }) => deliveryId === id).map(({ deliveryId: _, ...attempt }) => attempt);
  return rows.map((row) => ({ ...row, attempts: attemptsOf(row.id) }));
}
