import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { ServiceKeys } from '../../partners/keys/service-keys.js';
import { signedBody } from '../delivery/body-signature.js';
import type { DeliveryStatus } from './delivery-view.js';
import { SettledEventsQuery } from './settled-events.query.js';

export interface FeedReader {
  partnerId: string;
  /** Services that the reader is limited to; empty means all of the partner's. */
  serviceIds: readonly string[];
}

export interface FeedWanted {
  /** The event before the page. */
  after?: string | undefined;
  type?: string | undefined;
  limit: number;
}

export interface FeedEvent {
  /** `webhook-id` of its delivery. */
  id: string;
  serviceId: string;
  type: string;
  /** Signed as an attempt would be now; null once personal data was erased from it. */
  body: string | null;
  /** Business time of the change. */
  occurredAt: Date;
  createdAt: Date;
  status: DeliveryStatus;
  attemptCount: number;
  nextAttemptAt: Date | null;
  acknowledgedAt: Date | null;
}

type Row = Omit<FeedEvent, 'body'> & { json: string; signedText: string; erasedAt: Date | null };

export const DAYS_OF_THE_FEED = 30;
const FEED_MS = DAYS_OF_THE_FEED * 86_400_000;

/**
 * Notifications of a partner's services in the order in which they were made, oldest first, for programs that read on from the last they know. An
 * event is dated before its transaction commits, so the feed ends where a transaction may still add one: otherwise a reader would
 * pass it and never see it.
 */
@Injectable()
export class EventFeedQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settled: SettledEventsQuery,
    private readonly keys: ServiceKeys,
    private readonly clock: SystemClock,
  ) {}

  /** @returns `unknown` when the reader has no such event to read on from, `too old` when some that followed it may be out of the feed. */
  async run({ partnerId, serviceIds }: FeedReader, { after, type, limit }: FeedWanted): Promise<FeedEvent[] | 'unknown' | 'too old'> {
    const oldest = new Date(this.clock.now().getTime() - FEED_MS);
    const scope = [partnerId, serviceIds];
    let place = { at: oldest.toISOString(), id: BEFORE_ALL };
    if (after !== undefined) {
      const [found] = await this.dataSource.query<{ at: string; createdAt: Date }[]>(PLACE, [...scope, after]);
      if (!found) return 'unknown';
      if (found.createdAt < oldest) return 'too old';
      place = { at: found.at, id: after };
    }
    // A statement of its own: what the next one sees has to be later than what this one finds running.
    const end = await this.settled.run();
    if (end === null) return [];
    const rows = await this.dataSource.query<Row[]>(PAGE, [...scope, place.at, place.id, end, type ?? null, limit]);
    return this.signed(rows);
  }

  private async signed(rows: readonly Row[]): Promise<FeedEvent[]> {
    const keys = await this.keys.signingKeysOf([...new Set(rows.map(({ serviceId }) => serviceId))]);
    return rows.map(({ json, signedText, erasedAt, ...event }) => {
      const key = keys.get(event.serviceId);
      return { ...event, body: erasedAt || !key ? null : signedBody({ json, signedText }, key.bodyKey) };
    });
  }
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Parameters: partner, services or none. */
const SCOPE = 's.partner_id = $1 AND (cardinality($2::text[]) = 0 OR s.id = ANY ($2::text[]))';

/** Further parameter: the event. As text: the database keeps more digits of a second than a Date. */
const PLACE = `
  SELECT e.created_at::text AS at, e.created_at AS "createdAt" FROM webhook_event e JOIN service s ON s.id = e.service_id WHERE ${SCOPE} AND e.id = $3`;

/** Further parameters: time and id of the event before, end, type or null, how many. */
const PAGE = `
  SELECT e.id, e.service_id AS "serviceId", e.type, e.body AS json, e.signed_text AS "signedText", e.erased_at AS "erasedAt",
    e.occurred_at AS "occurredAt", e.created_at AS "createdAt", d.status, d.attempt_count AS "attemptCount", d.next_attempt_at AS "nextAttemptAt",
    d.acknowledged_at AS "acknowledgedAt"
  FROM (
    SELECT f.id, f.created_at FROM service s CROSS JOIN LATERAL (
      SELECT e.id, e.created_at FROM webhook_event e
      WHERE e.service_id = s.id AND (e.created_at, e.id) > ($3::timestamptz, $4::uuid) AND e.created_at < $5::timestamptz
        AND ($6::text IS NULL OR e.type = $6)
      ORDER BY e.created_at, e.id LIMIT $7
    ) AS f
    WHERE ${SCOPE} ORDER BY f.created_at, f.id LIMIT $7
  ) AS page JOIN webhook_event e ON e.id = page.id JOIN webhook_delivery d ON d.event_id = page.id
  ORDER BY page.created_at, page.id`;
