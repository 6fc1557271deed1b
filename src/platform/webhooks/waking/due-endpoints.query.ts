import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Environment } from '../../../runtime/config/environment.js';
import { runNamed } from '../../../runtime/database/named-query.js';

export interface DueEndpoint {
  serviceId: string;
  /** When one of its deliveries may be tried. */
  dueAt: Date;
}

// Walks from service to service in the partial index, so the cost follows the number of endpoints with something
// outstanding and not the number of their deliveries. An endpoint that has as much under way as it may is left alone:
// whoever ends one of its deliveries looks at it again. After a pause or a resumption whatever was tried before it is due.
const DUE = {
  name: 'webhook_endpoints_due',
  text: `
    WITH RECURSIVE endpoint AS (
      (SELECT service_id FROM webhook_delivery WHERE next_attempt_at IS NOT NULL ORDER BY service_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.service_id FROM webhook_delivery d WHERE d.next_attempt_at IS NOT NULL AND d.service_id > e.service_id ORDER BY d.service_id LIMIT 1)
      FROM endpoint e WHERE e.service_id IS NOT NULL
    ), due AS (
      SELECT e.service_id, greatest(p.next_probe_at, CASE WHEN put_off.tried_after_change < change.id THEN $1::timestamptz ELSE first.next_attempt_at END) AS due_at
      FROM endpoint e LEFT JOIN webhook_endpoint p ON p.service_id = e.service_id
      CROSS JOIN LATERAL (
        SELECT d.next_attempt_at FROM webhook_delivery d WHERE d.service_id = e.service_id AND d.next_attempt_at IS NOT NULL ORDER BY d.next_attempt_at LIMIT 1
      ) first
      LEFT JOIN LATERAL (
        SELECT c.id FROM webhook_endpoint_change c WHERE c.service_id = e.service_id ORDER BY c.id DESC LIMIT 1
      ) change ON true
      LEFT JOIN LATERAL (
        SELECT d.tried_after_change FROM webhook_delivery d
        WHERE change.id > 0 AND d.service_id = e.service_id AND d.next_attempt_at <> d.created_at AND d.lease_until IS NULL
        ORDER BY d.tried_after_change, d.sequence LIMIT 1
      ) put_off ON true
    )
    SELECT d.service_id AS "serviceId", d.due_at AS "dueAt" FROM due d
    WHERE d.due_at <= $2 AND (SELECT count(*) FROM webhook_delivery u WHERE u.service_id = d.service_id AND u.lease_until > $1) < $3`,
};

/** Services with a delivery that may be tried, also one whose lease nobody ended. */
@Injectable()
export class DueEndpointsQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
  ) {}

  /** @param until those that are due by then. */
  run(now: Date, until: Date): Promise<DueEndpoint[]> {
    return runNamed<DueEndpoint & object>(this.dataSource, DUE, [now, until, this.environment.webhook.concurrencyPerEndpoint]);
  }
}
