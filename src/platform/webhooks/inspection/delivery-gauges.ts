import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type LabelledValue, GaugeCollector } from '../../../runtime/metrics/gauge-collector.js';
import { OUTSTANDING_ENDPOINTS } from '../wake-up/outstanding-endpoints.js';

/** Deliveries are counted up to this number, so that a scrape stays cheap during a large backlog. */
const MAX_COUNTED = 10_000;
/** More deliveries than an endpoint can have under way at a time. */
const MAX_CLAIMED_PER_ENDPOINT = 1_000;
/** Maximum numbers of services with a separate gauge value: those furthest behind, and those paused last. */
const MAX_NAMED_BEHIND = 5;
const MAX_NAMED_PAUSED = 50;

/**
 * SQL of deliveries that were waiting for a retry when their endpoint last changed, for example because its pause ended. Such a change
 * makes all of them due.
 */
const releasedDeliveries = (limit: string): string => `(
  SELECT FROM webhook_delivery w
  WHERE w.service_id = o.service_id AND w.tried_after_change < o.change AND w.next_attempt_at <> w.created_at AND w.lease_until IS NULL
    AND w.next_attempt_at > $1 ${limit}
)`;

// A paused endpoint is not behind: its deliveries wait on purpose. After the pause, all of them are due since the end of the pause. A
// claimed delivery stays due until its result is recorded, because a worker may claim a delivery and be unable to send it.
const READ_GAUGES = {
  name: 'webhook_figures_due',
  text: `${OUTSTANDING_ENDPOINTS}, open AS (
    SELECT e.service_id, c.id AS change, c.at AS changed_at FROM endpoint e LEFT JOIN LATERAL (
      SELECT c.id, c.at FROM webhook_endpoint_change c WHERE c.service_id = e.service_id ORDER BY c.id DESC LIMIT 1
    ) c ON true
    WHERE NOT EXISTS (SELECT FROM webhook_endpoint p WHERE p.service_id = e.service_id AND p.paused_at IS NOT NULL)
  ), behind AS (
    SELECT o.service_id, least(d.next_attempt_at, b.due_at, u.due_at) AS since FROM open o
    LEFT JOIN LATERAL (
      SELECT w.next_attempt_at FROM webhook_delivery w
      WHERE w.service_id = o.service_id AND w.next_attempt_at <= $1 ORDER BY w.next_attempt_at LIMIT 1
    ) d ON true LEFT JOIN LATERAL (SELECT o.changed_at AS due_at FROM ${releasedDeliveries('LIMIT 1')} AS w) b ON true LEFT JOIN LATERAL (
      SELECT min(w.claimed_due_at) AS due_at FROM (
        SELECT w.claimed_due_at FROM webhook_delivery w
        WHERE w.service_id = o.service_id AND w.lease_until IS NOT NULL ORDER BY w.lease_until LIMIT ${MAX_CLAIMED_PER_ENDPOINT}
      ) w
    ) u ON true
  )
  SELECT (SELECT min(since) FROM behind) AS oldest,
         (SELECT coalesce(json_agg(json_build_object('service', n.service_id, 'since', n.since)), '[]') FROM (
            SELECT service_id, since FROM behind WHERE since IS NOT NULL ORDER BY since, service_id LIMIT ${MAX_NAMED_BEHIND}
          ) n) AS behind,
         (SELECT count(*)::int FROM (SELECT FROM open o CROSS JOIN LATERAL (
            SELECT FROM webhook_delivery w WHERE w.service_id = o.service_id AND w.next_attempt_at <= $1 LIMIT ${MAX_COUNTED}
          ) d LIMIT ${MAX_COUNTED}) AS counted) AS due,
         (SELECT count(*)::int FROM (SELECT FROM open o CROSS JOIN LATERAL ${releasedDeliveries(`LIMIT ${MAX_COUNTED}`)} d LIMIT ${MAX_COUNTED}) AS counted) AS released,
         (SELECT count(*)::int FROM webhook_endpoint WHERE paused_at IS NOT NULL AND NOT held) AS paused,
         (SELECT coalesce(json_agg(json_build_object('service', n.service_id, 'since', n.paused_at)), '[]') FROM (
            SELECT service_id, paused_at FROM webhook_endpoint WHERE paused_at IS NOT NULL AND NOT held ORDER BY paused_at DESC, service_id LIMIT ${MAX_NAMED_PAUSED}
          ) n) AS latest_paused`,
};

interface ServiceSince {
  service: string;
  since: string;
}

interface DueRow {
  oldest: Date | null;
  behind: ServiceSince[];
  due: number;
  /** Due deliveries that have waited for a retry since before their endpoint's latest change. */
  released: number;
  paused: number;
  latest_paused: ServiceSince[];
}

/**
 * Gauges of how far deliveries are behind, read from the tables. API processes have these gauges, too, so that they are visible while no
 * worker runs. All processes report the same values, so dashboards take the maximum.
 */
@Injectable()
export class DeliveryGauges implements OnModuleInit {
  constructor(
    private readonly gauges: GaugeCollector,
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  onModuleInit(): void {
    this.gauges.register({
      name: 'deliveries',
      help: {
        webhook_outbox_lag_seconds:
          'How long the oldest due delivery has been due. Deliveries that are being sent count, those of paused endpoints do not. 0 when there is none.',
        webhook_endpoint_lag_seconds: `The same for each of the ${MAX_NAMED_BEHIND} services furthest behind.`,
        webhook_due_deliveries: `Deliveries that are due and not being sent, without those of paused endpoints. Counted up to ${MAX_COUNTED}.`,
        webhook_paused_endpoints: 'Endpoints that are paused because all attempts fail.',
        webhook_endpoint_paused_seconds: `How long each of the ${MAX_NAMED_PAUSED} endpoints paused last has been paused.`,
      },
      labels: { webhook_endpoint_lag_seconds: ['service'], webhook_endpoint_paused_seconds: ['service'] },
      read: async () => {
        const now = this.clock.now();
        const [row] = await runNamed<DueRow & object>(this.dataSource, READ_GAUGES, [now]);
        return {
          webhook_outbox_lag_seconds: row?.oldest ? (now.getTime() - row.oldest.getTime()) / 1000 : 0,
          webhook_endpoint_lag_seconds: secondsByService(row?.behind, now),
          webhook_due_deliveries: Math.min(MAX_COUNTED, (row?.due ?? 0) + (row?.released ?? 0)),
          webhook_paused_endpoints: row?.paused ?? 0,
          webhook_endpoint_paused_seconds: secondsByService(row?.latest_paused, now),
        };
      },
    });
  }
}

function secondsByService(rows: ServiceSince[] = [], now: Date): LabelledValue[] {
  return rows.map(({ service, since }) => ({ labels: { service }, value: (now.getTime() - Date.parse(since)) / 1000 }));
}
