import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Environment } from '../../../runtime/config/environment.js';
import { distinctOf } from '../../../runtime/database/distinct-of.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { OUTSTANDING_ENDPOINTS } from './outstanding-endpoints.js';

export interface DueEndpoint {
  serviceId: string;
  /** Milliseconds until a delivery of the endpoint is due. 0 means now. */
  inMs: number;
}

/** Each service with deliveries that wait for a retry, and the oldest change of the endpoint that one of them was tried after. */
const PUT_OFF = distinctOf('put_off', {
  table: 'webhook_delivery',
  key: ['service_id'],
  lowest: ['tried_after_change', 'sequence'],
  where: 'next_attempt_at <> created_at AND lease_until IS NULL',
});

// A delivery that was waiting for a retry when the endpoint last changed is due. An endpoint that has reached its limit is omitted: its
// worker claims again when one of its attempts ends.
const DUE = {
  name: 'webhook_endpoints_due',
  text: `${OUTSTANDING_ENDPOINTS}, ${PUT_OFF}, from_before AS (
      SELECT p.service_id FROM put_off p WHERE p.tried_after_change < (SELECT max(c.id) FROM webhook_endpoint_change c WHERE c.service_id = p.service_id)
    ), due AS (
      SELECT e.service_id, greatest(f.next_probe_at, CASE WHEN e.service_id IN (SELECT service_id FROM from_before) THEN $1::timestamptz ELSE first.next_attempt_at END) AS due_at
      FROM endpoint e LEFT JOIN webhook_endpoint f ON f.service_id = e.service_id
      CROSS JOIN LATERAL (
        SELECT d.next_attempt_at FROM webhook_delivery d WHERE d.service_id = e.service_id AND d.next_attempt_at IS NOT NULL ORDER BY d.next_attempt_at LIMIT 1
      ) first
    )
    SELECT d.service_id AS "serviceId", greatest(0, ceil(extract(epoch FROM d.due_at - $1) * 1000))::integer AS "inMs" FROM due d
    WHERE d.due_at <= $2 AND (SELECT count(*) FROM webhook_delivery u WHERE u.service_id = d.service_id AND u.lease_until > $1) < $3`,
};

/** Finds services with a due delivery, including a delivery whose lease has expired. */
@Injectable()
export class DueEndpointsQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
  ) {}

  /** @param until the result includes endpoints that become due until this time. */
  run(now: Date, until: Date): Promise<DueEndpoint[]> {
    return runNamed<DueEndpoint & object>(this.dataSource, DUE, [now, until, this.environment.webhook.concurrencyPerEndpoint]);
  }
}
