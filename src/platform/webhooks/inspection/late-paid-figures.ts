import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { ScrapedFigures } from '../../../runtime/metrics/scraped-figures.js';
import { PaidStatuses } from '../outbox/paid-statuses.js';
import { OUTSTANDING_ENDPOINTS } from './outstanding-endpoints.js';

/** Waiting deliveries looked at per endpoint when paid ones are searched: one backlog neither costs much nor hides the others. */
const PER_ENDPOINT = 500;
const AT_MOST = 1_000;
/** Services that are named, those with the most. */
const NAMED = 10;
const LATE_AFTER_MS = 15 * 60_000;

// Each outstanding row is the turn of one subject, so subjects are counted once, whichever of their events has the turn.
const LATE_PAID = {
  name: 'webhook_figures_late_paid',
  text: `${OUTSTANDING_ENDPOINTS}
  SELECT service_id, count(*)::int AS late FROM (
    SELECT e.service_id FROM endpoint e CROSS JOIN LATERAL (
      SELECT w.subject_id FROM webhook_delivery w
      WHERE w.service_id = e.service_id AND w.next_attempt_at IS NOT NULL ORDER BY w.next_attempt_at LIMIT ${PER_ENDPOINT}
    ) t
    WHERE EXISTS (
      SELECT FROM webhook_delivery d JOIN webhook_event v ON v.id = d.event_id
      WHERE d.subject_id = t.subject_id AND d.status = 'pending' AND d.created_at <= $1 AND substring(v.body FROM '"status":"([^"]*)"') = ANY($2)
    )
    LIMIT ${AT_MOST}
  ) AS counted GROUP BY service_id ORDER BY late DESC, service_id`,
};

/** Payments of which partners have not taken notice. Every role tells it, and each process says the same. */
@Injectable()
export class LatePaidFigures implements OnModuleInit {
  constructor(
    private readonly figures: ScrapedFigures,
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly paid: PaidStatuses,
  ) {}

  onModuleInit(): void {
    this.figures.register({
      name: 'late-paid',
      help: {
        webhook_unacknowledged_paid: `Paid transactions whose notification has waited for its acknowledgement for more than 15 minutes; counted up to ${AT_MOST}, and among the ${PER_ENDPOINT} of an endpoint that are tried next.`,
        webhook_endpoint_unacknowledged_paid: `The same for each of the ${NAMED} services that have the most of them.`,
      },
      labels: { webhook_endpoint_unacknowledged_paid: ['service'] },
      read: async () => {
        const before = new Date(this.clock.now().getTime() - LATE_AFTER_MS);
        const rows = await runNamed<{ service_id: string; late: number }>(this.dataSource, LATE_PAID, [before, this.paid.all]);
        return {
          webhook_unacknowledged_paid: rows.reduce((sum, { late }) => sum + late, 0),
          webhook_endpoint_unacknowledged_paid: rows
            .slice(0, NAMED)
            .map(({ service_id, late }) => ({ labels: { service: service_id }, value: late })),
        };
      },
    });
  }
}
