import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { somethingWaits } from '../sql/rules.js';
import { EVERY_SERVICE, inScopeSql, type ServiceScope } from '../../listing/service-scope.js';
import { OUTSTANDING_ENDPOINTS } from '../wake-up/outstanding-endpoints.js';

export interface EndpointState {
  serviceId: string;
  /**
   * `failing`: its latest attempts failed. `paused`: by the gateway, because all attempts have failed for a long time. `held`: paused by a
   * person until a person resumes it. `working`: it acknowledged after its last failure, but earlier deliveries wait for a retry.
   */
  state: 'failing' | 'paused' | 'held' | 'working';
  /** Failed attempts since the last acknowledgement. */
  failedTries: number;
  firstFailureAt: Date | null;
  lastFailureAt: Date | null;
  pausedAt: Date | null;
  /** Time of the next probe, the hourly attempt of a paused endpoint. Null unless the endpoint is paused, and while it is held. */
  nextProbeAt: Date | null;
  /** Number of unfinished deliveries. */
  waiting: number;
}

export interface EndpointChange {
  serviceId: string;
  /**
   * `paused`: by the gateway or a person. `resumed`: the pause ended. `recovered`: the endpoint acknowledged after an outage too short for
   * a pause. `moved`: its URL changed.
   */
  state: 'paused' | 'resumed' | 'recovered' | 'moved';
  at: Date;
  /** Null for `moved` when no attempt had failed since the last acknowledgement. */
  firstFailureAt: Date | null;
  failedTries: number | null;
}

const STATES = `
  ${OUTSTANDING_ENDPOINTS}, listed AS (
    SELECT service_id FROM webhook_endpoint
    UNION
    SELECT service_id FROM endpoint e WHERE ${somethingWaits('e.service_id')}
  )
  SELECT l.service_id AS "serviceId", CASE WHEN e.service_id IS NULL THEN 'working' WHEN e.paused_at IS NULL THEN 'failing' WHEN e.held THEN 'held' ELSE 'paused' END AS state,
         coalesce(e.failed_tries, 0) AS "failedTries", CASE WHEN e.failed_tries > 0 THEN e.first_failure_at END AS "firstFailureAt",
         CASE WHEN e.failed_tries > 0 THEN e.last_failure_at END AS "lastFailureAt",
         e.paused_at AS "pausedAt", CASE WHEN NOT e.held THEN e.next_probe_at END AS "nextProbeAt",
         (SELECT coalesce(sum(s.unfinished_count), 0)::integer FROM webhook_subject s
          WHERE s.subject_id IN (SELECT d.subject_id FROM webhook_delivery d WHERE d.service_id = l.service_id AND d.next_attempt_at IS NOT NULL)) AS waiting
  FROM listed l JOIN service v ON v.id = l.service_id LEFT JOIN webhook_endpoint e ON e.service_id = l.service_id
  WHERE ${inScopeSql('v', '$1', '$2')} ORDER BY e.paused_at NULLS LAST, e.first_failure_at, l.service_id`;

const CHANGES = `
  SELECT service_id AS "serviceId", state, at, first_failure_at AS "firstFailureAt", failed_tries AS "failedTries"
  FROM webhook_endpoint_change ORDER BY id DESC LIMIT $1`;

/** Lists endpoints whose latest attempts failed, that are paused, or for which deliveries wait for a retry. */
@Injectable()
export class EndpointStatesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Paused endpoints first, the longest pause first. @param scope services to list, all by default. */
  listStates({ partnerId, serviceIds }: ServiceScope = EVERY_SERVICE): Promise<EndpointState[]> {
    return this.dataSource.query<EndpointState[]>(STATES, [partnerId, serviceIds]);
  }

  /** Latest changes of all endpoints, newest first. */
  changes(limit: number): Promise<EndpointChange[]> {
    return this.dataSource.query<EndpointChange[]>(CHANGES, [limit]);
  }
}
