import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { recordChange } from '../../audit/audited.js';
import { EndpointWaker } from '../wake-up/endpoint-waker.js';
import { inScopeSql, type ServiceScope } from '../../listing/service-scope.js';

const LOCK_SERVICE = `
  SELECT s.id FROM service s
  WHERE s.id = $1 AND ${inScopeSql('s', '$2', '$3')} FOR NO KEY UPDATE OF s`;

// The next probe is at infinity, so neither a claim nor `WakeDueEndpointsService` finds the endpoint due.
const HOLD = `
  INSERT INTO webhook_endpoint AS e (service_id, first_failure_at, last_failure_at, failed_tries, paused_at, next_probe_at, held)
  VALUES ($1, $2, $2, 0, $2, 'infinity', true)
  ON CONFLICT (service_id) DO UPDATE SET paused_at = coalesce(e.paused_at, excluded.paused_at), next_probe_at = excluded.next_probe_at, held = true
  WHERE NOT e.held
  RETURNING first_failure_at, failed_tries`;

const RESUME = 'DELETE FROM webhook_endpoint WHERE service_id = $1 AND paused_at IS NOT NULL RETURNING first_failure_at, failed_tries';

// A change makes all deliveries due that were waiting for a retry when the endpoint changed.
const INSERT_CHANGE =
  'INSERT INTO webhook_endpoint_change (service_id, state, at, first_failure_at, failed_tries) VALUES ($1, $2, $3, $4, $5)';

interface EndpointRow {
  first_failure_at: Date;
  failed_tries: number;
}

/**
 * Lets users of the panel pause an endpoint until one of them resumes it. Resuming sends all waiting deliveries, oldest first. An endpoint
 * that was paused by its failures can be held or resumed, too.
 */
@Injectable()
export class HoldEndpointService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly waker: EndpointWaker,
  ) {}

  /** @returns whether the scope has this service. Also true when the endpoint is paused already. */
  hold(scope: ServiceScope, serviceId: string): Promise<boolean> {
    return this.change(scope, serviceId, 'paused');
  }

  /** @returns whether the scope has this service. Also true when the endpoint is not paused. */
  async resumeEndpoint(scope: ServiceScope, serviceId: string): Promise<boolean> {
    const isFound = await this.change(scope, serviceId, 'resumed');
    if (isFound) this.waker.wake(serviceId);
    return isFound;
  }

  private change({ partnerId, serviceIds }: ServiceScope, serviceId: string, state: 'paused' | 'resumed'): Promise<boolean> {
    return this.dataSource.transaction(async (tx) => {
      const [service] = await tx.query<{ id: string }[]>(LOCK_SERVICE, [serviceId, partnerId, serviceIds]);
      if (!service) return false;
      const now = this.clock.now();
      // TypeORM returns rows and their count for a DELETE, but only rows for an INSERT.
      const row =
        state === 'paused'
          ? (await tx.query<EndpointRow[]>(HOLD, [serviceId, now]))[0]
          : (await tx.query<[EndpointRow[], number]>(RESUME, [serviceId]))[0][0];
      if (row) await tx.query(INSERT_CHANGE, [serviceId, state, now, row.first_failure_at, row.failed_tries]);
      await recordChange(tx, { action: state === 'paused' ? 'endpoint.pause' : 'endpoint.resume', subject: 'service', id: serviceId });
      return true;
    });
  }
}
