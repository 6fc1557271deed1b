import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface EndpointState {
  serviceId: string;
  state: 'failing' | 'paused';
  /** Failed attempts since the last acknowledgement. */
  failedTries: number;
  firstFailureAt: Date;
  lastFailureAt: Date;
  pausedAt: Date | null;
  /** When one delivery is tried next; null unless the endpoint is paused. */
  nextProbeAt: Date | null;
  /** Deliveries that are not finished. */
  waiting: number;
}

export interface EndpointChange {
  serviceId: string;
  state: 'paused' | 'resumed';
  at: Date;
  firstFailureAt: Date;
  failedTries: number;
}

const STATES = `
  SELECT e.service_id AS "serviceId", CASE WHEN e.paused_at IS NULL THEN 'failing' ELSE 'paused' END AS state, e.failed_tries AS "failedTries",
         e.first_failure_at AS "firstFailureAt", e.last_failure_at AS "lastFailureAt", e.paused_at AS "pausedAt", e.next_probe_at AS "nextProbeAt",
         (SELECT coalesce(sum(s.unfinished_count), 0)::integer FROM webhook_subject s
          WHERE s.subject_id IN (SELECT d.subject_id FROM webhook_delivery d WHERE d.service_id = e.service_id AND d.next_attempt_at IS NOT NULL)) AS waiting
  FROM webhook_endpoint e ORDER BY e.paused_at NULLS LAST, e.first_failure_at`;

const CHANGES = `
  SELECT service_id AS "serviceId", state, at, first_failure_at AS "firstFailureAt", failed_tries AS "failedTries"
  FROM webhook_endpoint_change ORDER BY id DESC LIMIT $1`;

/** Endpoints that fail, for operators. One that acknowledged last is not among them. */
@Injectable()
export class EndpointStatesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Paused ones first, longest first. */
  now(): Promise<EndpointState[]> {
    return this.dataSource.query<EndpointState[]>(STATES);
  }

  /** When endpoints were paused and resumed, newest first. */
  changes(limit: number): Promise<EndpointChange[]> {
    return this.dataSource.query<EndpointChange[]>(CHANGES, [limit]);
  }
}
