import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { ScrapedFigures } from '../../../runtime/metrics/scraped-figures.js';
import { PaidStatuses } from '../outbox/paid-statuses.js';

const AT_MOST = 10_000;
/** Waiting deliveries looked at per endpoint when paid ones are searched: one backlog neither costs much nor hides the others. */
const PER_ENDPOINT = 500;
const PAID_AT_MOST = 1_000;
const PAID_LATE_AFTER_MS = 15 * 60_000;

/** Deliveries that waited for a later attempt when their endpoint was last paused or resumed. */
const fromBefore = (limit: string): string => `(
  SELECT FROM webhook_delivery w
  WHERE w.service_id = o.service_id AND w.tried_after_change < o.change AND w.next_attempt_at <> w.created_at AND w.lease_until IS NULL
    AND w.next_attempt_at > $1 ${limit}
)`;

// Walks from service to service in the partial index of what is outstanding, and no further into each than it counts.
const ENDPOINT = `
  WITH RECURSIVE endpoint AS (
    (SELECT service_id FROM webhook_delivery WHERE next_attempt_at IS NOT NULL ORDER BY service_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.service_id FROM webhook_delivery d WHERE d.next_attempt_at IS NOT NULL AND d.service_id > e.service_id ORDER BY d.service_id LIMIT 1)
    FROM endpoint e WHERE e.service_id IS NOT NULL
  )`;

// A paused endpoint is not behind: what waits there is meant to wait. At one that goes on, whatever waits since before is due since then.
const DUE = {
  name: 'webhook_figures_due',
  text: `${ENDPOINT}, open AS (
    SELECT e.service_id, c.id AS change, c.at AS changed_at FROM endpoint e LEFT JOIN LATERAL (
      SELECT c.id, c.at FROM webhook_endpoint_change c WHERE c.service_id = e.service_id ORDER BY c.id DESC LIMIT 1
    ) c ON true
    WHERE NOT EXISTS (SELECT FROM webhook_endpoint p WHERE p.service_id = e.service_id AND p.paused_at IS NOT NULL)
  )
  SELECT (SELECT min(least(d.next_attempt_at, b.due_at)) FROM open o LEFT JOIN LATERAL (
            SELECT w.next_attempt_at FROM webhook_delivery w
            WHERE w.service_id = o.service_id AND w.next_attempt_at <= $1 ORDER BY w.next_attempt_at LIMIT 1
          ) d ON true LEFT JOIN LATERAL (SELECT o.changed_at AS due_at FROM ${fromBefore('LIMIT 1')}) b ON true) AS oldest,
         (SELECT count(*)::int FROM (SELECT FROM open o CROSS JOIN LATERAL (
            SELECT FROM webhook_delivery w WHERE w.service_id = o.service_id AND w.next_attempt_at <= $1 LIMIT ${AT_MOST}
          ) d LIMIT ${AT_MOST}) AS counted) AS due,
         (SELECT count(*)::int FROM (SELECT FROM open o CROSS JOIN LATERAL ${fromBefore(`LIMIT ${AT_MOST}`)} d LIMIT ${AT_MOST}) AS counted) AS released,
         (SELECT count(*)::int FROM webhook_endpoint WHERE paused_at IS NOT NULL) AS paused`,
};

// Each outstanding row is the turn of one subject, so subjects are counted once, whichever of their events has the turn.
const LATE_PAID = {
  name: 'webhook_figures_late_paid',
  text: `${ENDPOINT}
  SELECT count(*)::int AS late FROM (
    SELECT FROM endpoint e CROSS JOIN LATERAL (
      SELECT w.subject_id FROM webhook_delivery w
      WHERE w.service_id = e.service_id AND w.next_attempt_at IS NOT NULL ORDER BY w.next_attempt_at LIMIT ${PER_ENDPOINT}
    ) t
    WHERE EXISTS (
      SELECT FROM webhook_delivery d JOIN webhook_event v ON v.id = d.event_id
      WHERE d.subject_id = t.subject_id AND d.status = 'pending' AND d.created_at <= $1 AND substring(v.body FROM '"status":"([^"]*)"') = ANY($2)
    )
    LIMIT ${PAID_AT_MOST}
  ) AS counted`,
};

/**
 * How far deliveries are behind, from the tables. Every role tells it, so that it is seen while no worker runs; each process
 * says the same, so dashboards take the greatest.
 */
@Injectable()
export class DeliveryFigures implements OnModuleInit {
  constructor(
    private readonly figures: ScrapedFigures,
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly paid: PaidStatuses,
  ) {}

  onModuleInit(): void {
    this.figures.register({
      name: 'deliveries',
      help: {
        webhook_outbox_lag_seconds:
          'How long the delivery that is due longest has been due, paused endpoints left out; 0 when none is due.',
        webhook_due_deliveries: `Deliveries that are due and not under way, paused endpoints left out; counted up to ${AT_MOST}.`,
        webhook_paused_endpoints: 'Endpoints that are paused because they only fail.',
      },
      read: () => this.due(),
    });
    this.figures.register({
      name: 'late-paid',
      help: {
        webhook_unacknowledged_paid: `Paid transactions whose notification has waited for its acknowledgement for more than 15 minutes; counted up to ${PAID_AT_MOST}, and among the ${PER_ENDPOINT} of an endpoint that are tried next.`,
      },
      read: () => this.latePaid(),
    });
  }

  private async due(): Promise<Record<'webhook_outbox_lag_seconds' | 'webhook_due_deliveries' | 'webhook_paused_endpoints', number>> {
    const now = this.clock.now();
    const [row] = await runNamed<{ oldest: Date | null; due: number; released: number; paused: number }>(this.dataSource, DUE, [now]);
    return {
      webhook_outbox_lag_seconds: row?.oldest ? (now.getTime() - row.oldest.getTime()) / 1000 : 0,
      webhook_due_deliveries: Math.min(AT_MOST, (row?.due ?? 0) + (row?.released ?? 0)),
      webhook_paused_endpoints: row?.paused ?? 0,
    };
  }

  private async latePaid(): Promise<{ webhook_unacknowledged_paid: number }> {
    const before = new Date(this.clock.now().getTime() - PAID_LATE_AFTER_MS);
    const [row] = await runNamed<{ late: number }>(this.dataSource, LATE_PAID, [before, this.paid.all]);
    return { webhook_unacknowledged_paid: row?.late ?? 0 };
  }
}
