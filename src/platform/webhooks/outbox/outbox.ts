import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../../common/time/clocks.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { endSpansWith } from '../../../runtime/tracing/spans.js';
import { traceParentOf } from '../../../runtime/tracing/trace-parent.js';
import { EndpointWaker } from '../wake-up/endpoint-waker.js';
import type { OutboxEvent } from './outbox-event.js';
import { openEventSpan } from './event-span.js';

const EVENT_PARAMETERS = 9;

/**
 * Members of a WITH that insert events and their deliveries, for a statement that also writes other rows in the same round trip.
 *
 * The upsert locks the FIFO group's row until the caller's transaction ends, so the events of a subject are numbered in the order of their
 * commits. The row's counter shows whether the group has an unfinished event. A subquery on webhook_delivery could not show this: it sees
 * the snapshot from before the wait for the lock, but the upsert reads the newest version of the row. In a group without unfinished events
 * the first new event is due immediately.
 *
 * @param firstParameter number of the first of `EVENT_PARAMETERS` parameters. `Outbox.appendBy` passes the values.
 */
export function appendEvents(firstParameter: number): string {
  const [ids, services, subjects, types, bodies, texts, occurred, now, traces] = Array.from(
    { length: EVENT_PARAMETERS },
    (_, index) => `$${firstParameter + index}`,
  );
  return `
    given AS MATERIALIZED (
      SELECT g.*, row_number() OVER (PARTITION BY subject_id ORDER BY place) AS nth, count(*) OVER (PARTITION BY subject_id) AS of_subject
      FROM unnest(${ids}::uuid[], ${services}::text[], ${subjects}::text[], ${types}::text[], ${bodies}::text[], ${texts}::text[],
        ${occurred}::timestamptz[], ${traces}::text[])
        WITH ORDINALITY AS g (id, service_id, subject_id, type, body, signed_text, occurred_at, trace_parent, place)
    ), event AS (
      INSERT INTO webhook_event (id, service_id, subject_id, type, body, signed_text, occurred_at, created_at, trace_parent)
      SELECT id, service_id, subject_id, type, body, signed_text, occurred_at, ${now}, trace_parent FROM given ORDER BY place
    ), fifo_group AS (
      INSERT INTO webhook_subject AS s (subject_id, service_id, latest_event_id, unfinished_count)
      SELECT subject_id, min(service_id), (array_agg(id ORDER BY place DESC))[1], count(*) FROM given GROUP BY subject_id ORDER BY subject_id
      ON CONFLICT (subject_id) DO UPDATE
        SET latest_event_id = excluded.latest_event_id, latest_acknowledged = false, unfinished_count = s.unfinished_count + excluded.unfinished_count
      RETURNING subject_id, unfinished_count
    ), delivery AS (
      INSERT INTO webhook_delivery (event_id, service_id, subject_id, created_at, next_attempt_at)
      SELECT id, service_id, subject_id, ${now}, CASE WHEN nth = 1 AND unfinished_count = of_subject THEN ${now}::timestamptz END
      FROM given JOIN fifo_group USING (subject_id) ORDER BY place
    )`;
}

const APPEND = { name: 'webhook_append', text: `WITH ${appendEvents(1)} SELECT` };

/**
 * Stores events for partners in the transaction of the change that they report. The service's URL is read only at delivery, so a new
 * URL applies to all waiting events.
 */
@Injectable()
export class Outbox {
  constructor(
    private readonly clock: SystemClock,
    private readonly waker: EndpointWaker,
  ) {}

  /** Inserts events in one round trip. Events of one subject are delivered in this order. */
  async append(tx: EntityManager, events: readonly OutboxEvent[]): Promise<void> {
    if (events.length > 0) await this.appendBy(events, (values) => runNamed(tx, APPEND, values));
  }

  /** Inserts events with the caller's own statement. @param write runs a statement that contains `appendEvents`, with these values. */
  async appendBy(events: readonly OutboxEvent[], write: (values: unknown[]) => Promise<unknown>): Promise<void> {
    const appended = events.map((event) => ({ ...event, id: uuidv7() }));
    const spans = appended.map(openEventSpan);
    await endSpansWith(spans, () =>
      write([
        appended.map(({ id }) => id),
        appended.map(({ serviceId }) => serviceId),
        appended.map(({ subjectId }) => subjectId),
        appended.map(({ type }) => type),
        appended.map(({ body }) => body.json),
        appended.map(({ body }) => body.signedText),
        appended.map(({ occurredAt }) => occurredAt),
        this.clock.now(),
        spans.map(traceParentOf),
      ]),
    );
  }

  /** Wakes the endpoint. Call this after the commit. Never throws: if the wake-up is lost, `WakeDueEndpointsService` finds the event. */
  wake(serviceId: string): void {
    this.waker.wake(serviceId);
  }
}
