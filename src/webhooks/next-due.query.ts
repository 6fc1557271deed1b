import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../common/time/clocks.js';
import { runNamed } from '../database/named-query.js';

const EARLIEST = {
  name: 'webhook_next_due',
  text: `
    SELECT greatest(d.next_attempt_at, e.next_probe_at) AS next_attempt_at
    FROM webhook_delivery d LEFT JOIN webhook_endpoint e ON e.service_id = d.service_id
    WHERE d.service_id = $1 AND d.next_attempt_at IS NOT NULL ORDER BY d.next_attempt_at LIMIT 1`,
};

// Walks from service to service in the partial index, so the cost follows the number of endpoints with something
// outstanding and not the number of their deliveries.
const ENDPOINTS = {
  name: 'webhook_endpoints_due',
  text: `
    WITH RECURSIVE endpoint AS (
      (SELECT service_id FROM webhook_delivery WHERE next_attempt_at IS NOT NULL ORDER BY service_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.service_id FROM webhook_delivery d WHERE d.next_attempt_at IS NOT NULL AND d.service_id > e.service_id ORDER BY d.service_id LIMIT 1)
      FROM endpoint e WHERE e.service_id IS NOT NULL
    )
    SELECT e.service_id FROM endpoint e
    WHERE EXISTS (SELECT FROM webhook_delivery d WHERE d.service_id = e.service_id AND d.next_attempt_at <= $1)
      AND NOT EXISTS (SELECT FROM webhook_endpoint p WHERE p.service_id = e.service_id AND p.next_probe_at > $1)`,
};

@Injectable()
export class NextDueQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** Milliseconds until the endpoint's next delivery is due, or its next probe while it is paused; negative when it is already, null when nothing is outstanding. */
  async inMs(serviceId: string): Promise<number | null> {
    const [row] = await runNamed<{ next_attempt_at: Date }>(this.dataSource, EARLIEST, [serviceId]);
    return row ? row.next_attempt_at.getTime() - this.clock.now().getTime() : null;
  }

  /** Services with a delivery that may be tried now, also one whose lease nobody ended. */
  async endpoints(): Promise<string[]> {
    const rows = await runNamed<{ service_id: string }>(this.dataSource, ENDPOINTS, [this.clock.now()]);
    return rows.map((row) => row.service_id);
  }
}
