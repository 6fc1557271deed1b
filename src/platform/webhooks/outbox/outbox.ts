import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../../common/time/clocks.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { activeTraceParent } from '../../../runtime/tracing/trace-parent.js';
import { EndpointWaker } from '../waking/endpoint-waker.js';
import type { OutboxEvent } from './outbox-event.js';
import { inEventSpan } from '../delivery/notification-spans.js';

// The lane's row is locked from here to the end of the caller's transaction, so events of a subject are numbered in the
// order they commit. Its counter says whether another event has the turn: it is read from the newest version of the row,
// which a subquery on webhook_delivery would not be.
const APPEND = {
  name: 'webhook_append',
  text: `
    WITH event AS (
      INSERT INTO webhook_event (id, service_id, subject_id, type, body, signed_text, occurred_at, created_at, trace_parent)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ), lane AS (
      INSERT INTO webhook_subject AS s (subject_id, service_id, latest_event_id, unfinished_count) VALUES ($3, $2, $1, 1)
      ON CONFLICT (subject_id) DO UPDATE
        SET latest_event_id = excluded.latest_event_id, latest_acknowledged = false, unfinished_count = s.unfinished_count + 1
      RETURNING unfinished_count
    )
    INSERT INTO webhook_delivery (event_id, service_id, subject_id, created_at, next_attempt_at)
    SELECT $1, $2, $3, $8, CASE WHEN lane.unfinished_count = 1 THEN $8::timestamptz END FROM lane`,
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

  /** One round trip. The event is as durable as the caller's transaction. */
  async append(tx: EntityManager, event: OutboxEvent): Promise<void> {
    const { json, signedText } = event.body;
    const id = uuidv7();
    const { serviceId, subjectId, type, occurredAt } = event;
    await inEventSpan(id, event, () =>
      runNamed(tx, APPEND, [id, serviceId, subjectId, type, json, signedText, occurredAt, this.clock.now(), activeTraceParent()]),
    );
  }

  /** After the commit. Not awaited, never throws; if it gets lost, the sweeper finds the event. */
  wake(serviceId: string): void {
    this.waker.wake(serviceId);
  }
}
