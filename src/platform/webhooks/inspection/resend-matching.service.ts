import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../../common/time/clocks.js';
import { recordChange } from '../../audit/audited.js';
import { type DeliverySearch, searchSql } from './search/delivery-search.js';
import type { ServiceScope } from '../../listing/service-scope.js';

/** Maximum number of deliveries of one resend. A search that matches more is rejected. */
export const MAX_RESENT = 10_000;

export interface CountedResend {
  /** Number of matching deliveries, counted up to one more than {@link MAX_RESENT}. */
  found: number;
  untilSequence: string;
}

export interface ResendProgress {
  id: string;
  found: number;
  /** Number of deliveries processed so far. */
  done: number;
  /**
   * Number of deliveries that are due now or wait for an older event. The others were under way, erased, or acknowledged in the meantime.
   */
  resent: number;
  createdAt: Date;
  finishedAt: Date | null;
}

/** SQL of deliveries that were not acknowledged: final ones, and pending ones that wait for a retry. Attempts under way are excluded. */
export const MISSED = `(d.status IN ('exhausted', 'stopped', 'unaddressed') OR (d.next_attempt_at > now() AND d.lease_until IS NULL))`;
const PROGRESS = `
  SELECT id, found, done, resent, created_at AS "createdAt", finished_at AS "finishedAt" FROM webhook_resend
  WHERE id = $1 AND ($2::uuid IS NULL OR partner_id = $2) AND ($3::text[] IS NULL OR service_ids <@ $3)`;

/**
 * Stores a request to resend all unacknowledged deliveries that match a search within a person's scope. `ResendBatchesService` executes it.
 */
@Injectable()
export class ResendMatchingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  async count(scope: ServiceScope, search: DeliverySearch): Promise<CountedResend> {
    const { services, deliveries, values } = searchSql(scope, search);
    const [row] = await this.dataSource.query<CountedResend[]>(
      `SELECT count(*)::int AS found, coalesce(max(m.sequence), 0) AS "untilSequence" FROM (
         SELECT d.sequence FROM service s JOIN webhook_delivery d ON d.service_id = s.id JOIN webhook_event e ON e.id = d.event_id
         WHERE ${services} AND ${deliveries} AND ${MISSED} LIMIT ${MAX_RESENT + 1}
       ) m`,
      values,
    );
    return row ?? { found: 0, untilSequence: '0' };
  }

  /** @returns the id for `progress`. Null when no delivery matches, or more than {@link MAX_RESENT}. */
  async begin(scope: ServiceScope, search: DeliverySearch): Promise<string | null> {
    const { found, untilSequence } = await this.count(scope, search);
    if (found === 0 || found > MAX_RESENT) return null;
    const id = uuidv7();
    const { partnerId, serviceIds } = scope;
    await this.dataSource.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO webhook_resend (id, partner_id, service_ids, search, found, until_sequence, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [id, partnerId, serviceIds, JSON.stringify(search), found, untilSequence, this.clock.now()],
      );
      const conditions = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== null));
      await recordChange(tx, { action: 'delivery.resend_matching', subject: 'resend', id, after: { ...conditions, deliveries: found } });
    });
    return id;
  }

  /** @returns null when the resend was not requested within the reader's scope. */
  async progress({ partnerId, serviceIds }: ServiceScope, id: string): Promise<ResendProgress | null> {
    const [row] = await this.dataSource.query<ResendProgress[]>(PROGRESS, [id, partnerId, serviceIds]);
    return row ?? null;
  }
}
