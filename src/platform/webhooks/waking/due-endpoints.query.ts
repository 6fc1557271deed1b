import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { runNamed } from '../../../runtime/database/named-query.js';

// Walks from service to service in the partial index, so the cost follows the number of endpoints with something
// outstanding and not the number of their deliveries. An endpoint that has as much under way as it may is left alone:
// whoever ends one of its deliveries looks at it again.
const DUE = {
  name: 'webhook_endpoints_due',
  text: `
    WITH RECURSIVE endpoint AS (
      (SELECT service_id FROM webhook_delivery WHERE next_attempt_at IS NOT NULL ORDER BY service_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.service_id FROM webhook_delivery d WHERE d.next_attempt_at IS NOT NULL AND d.service_id > e.service_id ORDER BY d.service_id LIMIT 1)
      FROM endpoint e WHERE e.service_id IS NOT NULL
    )
    SELECT e.service_id FROM endpoint e
    WHERE (SELECT d.next_attempt_at FROM webhook_delivery d WHERE d.service_id = e.service_id AND d.next_attempt_at IS NOT NULL ORDER BY d.next_attempt_at LIMIT 1) <= $1
      AND (SELECT count(*) FROM webhook_delivery u WHERE u.service_id = e.service_id AND u.lease_until > $1) < $2
      AND NOT EXISTS (SELECT FROM webhook_endpoint p WHERE p.service_id = e.service_id AND p.next_probe_at > $1)`,
};

/** Services with a delivery that may be tried now, also one whose lease nobody ended. */
@Injectable()
export class DueEndpointsQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly environment: Environment,
  ) {}

  async run(): Promise<string[]> {
    const rows = await runNamed<{ service_id: string }>(this.dataSource, DUE, [
      this.clock.now(),
      this.environment.webhook.concurrencyPerEndpoint,
    ]);
    return rows.map((row) => row.service_id);
  }
}
