import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../../common/time/clocks.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { endedTogether } from '../../../runtime/tracing/open-span.js';
import { traceParentOf } from '../../../runtime/tracing/trace-parent.js';
import { EndpointWaker } from '../waking/endpoint-waker.js';
import type { OutboxEvent } from './outbox-event.js';
import { openEventSpan } from './event-span.js';

// The lane's row is locked from here to the end of the caller's transaction, so events of a subject are numbered in the
// order they commit. Its counter says whether another event has the turn: it is read from the newest version of the row,
// which a subquery on webhook_delivery would not be. The turn of a lane that was empty goes to the first of its events.
const APPEND = {
  name: 'webhook_append',
  text: `
    WITH given AS MATERIALIZED (
      SELECT g.*, row_number() OVER (PARTITION BY subject_id ORDER BY place) AS nth, count(*) OVER (PARTITION BY subject_id) AS of_subject
      FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $9::text[])
        WITH ORDINALITY AS g (id, service_id, subject_id, type, body, signed_text, occurred_at, trace_parent, place)
    ), event AS (
      INSERT INTO webhook_event (id, service_id, subject_id, type, body, signed_text, occurred_at, created_at, trace_parent)
      SELECT id, service_id, subject_id, type, body, signed_text, occurred_at, $8, trace_parent FROM given ORDER BY place
    ), lane AS (
      INSERT INTO webhook_subject AS s (subject_id, service_id, latest_event_id, unfinished_count)
      SELECT subject_id, min(service_id), (array_agg(id ORDER BY place DESC))[1], count(*) FROM given GROUP BY subject_id ORDER BY subject_id
      ON CONFLICT (subject_id) DO UPDATE
        SET latest_event_id = excluded.latest_event_id, latest_acknowledged = false, unfinished_count = s.unfinished_count + excluded.unfinished_count
      RETURNING subject_id, unfinished_count
    )
    INSERT INTO webhook_delivery (event_id, service_id, subject_id, created_at, next_attempt_at)
    SELECT id, service_id, subject_id, $8, CASE WHEN nth = 1 AND unfinished_count = of_subject THEN $8::timestamptz END
    FROM given JOIN lane USING (subject_id) ORDER BY place`,
};

/**
 * Events on their way to partners, written in the transaction of the change they tell about. Whether the service has an
 * address is looked at when the event is delivered, so that there is one place where it can change.
 */
@Injectable()
export class Outbox {
  constructor(
    private readonly clock: SystemClock,
    private readonly waker: EndpointWaker,
  ) {}

  /** One round trip; events of one subject are delivered in their order. They are as durable as the caller's transaction. */
  async append(tx: EntityManager, events: readonly OutboxEvent[]): Promise<void> {
    if (events.length === 0) return;
    const appended = events.map((event) => ({ ...event, id: uuidv7() }));
    const spans = appended.map(openEventSpan);
    await endedTogether(spans, () =>
      runNamed(tx, APPEND, [
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

  /** After the commit. Not awaited, never throws; if it gets lost, the sweeper finds the event. */
  wake(serviceId: string): void {
    this.waker.wake(serviceId);
  }
}
