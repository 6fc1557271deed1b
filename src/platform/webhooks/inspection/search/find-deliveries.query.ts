import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AttemptView, DeliveryDetail, DeliveryView } from '../delivery-view.js';
import { DeliveryQueries } from '../delivery.queries.js';
import type { ServiceScope } from '../../../listing/service-scope.js';
import { type DeliverySearch, searchSql } from './delivery-search.js';

/** `responseExcerpt` has at most 200 characters. */
export type LatestAttempt = Pick<AttemptView, 'outcome' | 'httpStatus' | 'errorCode' | 'durationMs' | 'responseExcerpt'>;

export interface FoundDelivery extends Omit<DeliveryView, 'attempts' | 'occurredAt'> {
  /** Position in the order of all deliveries. */
  sequence: string;
  /** Latest finished attempt that the retention has not deleted. */
  latest: LatestAttempt | null;
}

const PAGE_SIZE = 1_000;

/** Finds deliveries within a reader's scope. */
@Injectable()
export class FindDeliveriesQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly deliveries: DeliveryQueries,
  ) {}

  /** Newest first. @param cursor `sequence` of the last row of the previous page. Null for the first page. */
  async page(scope: ServiceScope, search: DeliverySearch, cursor: string | null, limit: number): Promise<FoundDelivery[]> {
    const { services, deliveries, values } = searchSql(scope, search);
    const [cursorSql, limitSql] = [`$${values.push(cursor)}`, `$${values.push(limit)}`];
    return this.dataSource.query<FoundDelivery[]>(
      `SELECT r.*, (
         SELECT json_build_object('outcome', a.outcome, 'httpStatus', a.http_status, 'errorCode', a.error_code,
           'durationMs', a.duration_ms, 'responseExcerpt', left(a.response_excerpt, 200))
         FROM webhook_attempt a WHERE a.event_id = r.id AND a.outcome IS NOT NULL ORDER BY a.number DESC, a.started_at DESC LIMIT 1
       ) AS latest
       FROM service s CROSS JOIN LATERAL (
         SELECT d.event_id AS id, d.service_id AS "serviceId", d.subject_id AS "subjectId", e.type, d.status, d.attempt_count AS "attemptCount",
           d.next_attempt_at AS "nextAttemptAt", d.acknowledged_at AS "acknowledgedAt", d.created_at AS "createdAt", d.sequence
         FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event_id
         WHERE ${deliveries} AND (${cursorSql}::bigint IS NULL OR d.sequence < ${cursorSql}) ORDER BY d.sequence DESC LIMIT ${limitSql}
       ) r
       WHERE ${services} ORDER BY r.sequence DESC LIMIT ${limitSql}`,
      values,
    );
  }

  /** Yields all matching deliveries, newest first, read in pages of a thousand. */
  async *all(scope: ServiceScope, search: DeliverySearch): AsyncGenerator<FoundDelivery> {
    for (let cursor: string | null = null; ;) {
      const rows: FoundDelivery[] = await this.page(scope, search, cursor, PAGE_SIZE);
      yield* rows;
      cursor = rows.at(-1)?.sequence ?? null;
      if (rows.length < PAGE_SIZE) return;
    }
  }

  /** @returns null when the delivery is not in the reader's scope. */
  async findWithBodyInScope(scope: ServiceScope, id: string): Promise<DeliveryDetail | null> {
    const noConditions = { serviceId: null, status: null, type: null, since: null, until: null };
    const candidates = await this.page(scope, { ...noConditions, about: id }, null, PAGE_SIZE);
    return candidates.some((candidate) => candidate.id === id) ? this.deliveries.findWithBody(id) : null;
  }
}
