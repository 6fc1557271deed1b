import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { EVERY_SERVICE, serviceInScopeSql, type ServiceScope } from '../../listing/service-scope.js';
import { Parts } from '../../products/parts.js';
import { OUTSTANDING_ENDPOINTS } from '../wake-up/outstanding-endpoints.js';

/** Maximum number of waiting deliveries searched per endpoint, so that one large backlog neither costs much nor hides other endpoints. */
export const SEARCHED_PER_ENDPOINT = 500;
export const MAX_LATE_PAID = 1_000;
const LATE_AFTER_MS = 15 * 60_000;

export interface LatePaid {
  serviceId: string;
  /** Number of paid transactions with a late notification. */
  late: number;
}

// Only one delivery of a subject has a `next_attempt_at`, so each subject is counted once.
const COUNT_LATE_PAID = {
  name: 'webhook_figures_late_paid',
  text: `${OUTSTANDING_ENDPOINTS}
  SELECT service_id AS "serviceId", count(*)::int AS late FROM (
    SELECT e.service_id FROM endpoint e CROSS JOIN LATERAL (
      SELECT w.subject_id FROM webhook_delivery w
      WHERE w.service_id = e.service_id AND w.next_attempt_at IS NOT NULL ORDER BY w.next_attempt_at LIMIT ${SEARCHED_PER_ENDPOINT}
    ) t
    WHERE EXISTS (
      SELECT FROM webhook_delivery d JOIN webhook_event v ON v.id = d.event_id
      WHERE d.subject_id = t.subject_id AND d.status = 'pending' AND d.created_at <= $1 AND substring(v.body FROM '"status":"([^"]*)"') = ANY($2)
    ) AND ${serviceInScopeSql('e.service_id', '$3', '$4')}
    LIMIT ${MAX_LATE_PAID}
  ) AS counted GROUP BY service_id ORDER BY late DESC, service_id`,
};

/** Counts paid transactions whose notification has waited for an acknowledgement for more than 15 minutes. */
@Injectable()
export class LatePaidQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly parts: Parts,
  ) {}

  /** Services with the most late notifications first. @param scope services to count for, all by default. */
  run({ partnerId, serviceIds }: ServiceScope = EVERY_SERVICE): Promise<LatePaid[]> {
    const createdBefore = new Date(this.clock.now().getTime() - LATE_AFTER_MS);
    return runNamed(this.dataSource, COUNT_LATE_PAID, [createdBefore, this.parts.paidStatuses, partnerId, serviceIds]);
  }
}
