import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { ServiceKeys } from '../../partners/keys/service-keys.js';
import { signedBody } from '../delivery/body-signature.js';
import type { DeliveryStatus } from './delivery-view.js';
import { readFeedEnd } from './feed-end.js';

export interface FeedReader {
  partnerId: string;
  /** Services that the reader may see. Empty means all services of the partner. */
  serviceIds: readonly string[];
}

export interface FeedRequest {
  /** Id of the last event before the page. */
  after?: string | undefined;
  type?: string | undefined;
  limit: number;
}

export interface FeedEvent {
  /** Sent as `webhook-id` with each attempt. */
  id: string;
  serviceId: string;
  type: string;
  /** Signed with the current key, like an attempt at this moment. Null when personal data was erased from the body. */
  body: string | null;
  /** Business time of the change. */
  occurredAt: Date;
  createdAt: Date;
  status: DeliveryStatus;
  attemptCount: number;
  nextAttemptAt: Date | null;
  acknowledgedAt: Date | null;
}

type FeedRow = Omit<FeedEvent, 'body'> & { json: string; signedText: string; erasedAt: Date | null };

export const DAYS_OF_THE_FEED = 30;
const FEED_AGE_MS = DAYS_OF_THE_FEED * 86_400_000;

/**
 * Notifications of a partner's services in the order of their creation, oldest first. A program continues from the last event that it has
 * read. The creation time of an event precedes its commit. So the feed ends before the first moment at which an open transaction may still
 * add an event. Otherwise a program could read past this event and never see it.
 */
@Injectable()
export class EventFeedQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: ServiceKeys,
    private readonly clock: SystemClock,
  ) {}

  /**
   * @returns `unknown` when the reader has no event `after`, `too old` when `after` is older than the feed, so later events may be missing.
   */
  async run({ partnerId, serviceIds }: FeedReader, { after, type, limit }: FeedRequest): Promise<FeedEvent[] | 'unknown' | 'too old'> {
    const oldest = new Date(this.clock.now().getTime() - FEED_AGE_MS);
    const scope = [partnerId, serviceIds];
    let cursor = { at: oldest.toISOString(), id: BEFORE_ALL };
    if (after !== undefined) {
      const [previousEvent] = await this.dataSource.query<{ at: string; createdAt: Date }[]>(POSITION, [...scope, after]);
      if (!previousEvent) return 'unknown';
      if (previousEvent.createdAt < oldest) return 'too old';
      cursor = { at: previousEvent.at, id: after };
    }
    // `PAGE` must be a later statement: its snapshot must be newer than the list of running transactions that `readFeedEnd` reads.
    const end = await readFeedEnd(this.dataSource);
    if (end === null) return [];
    const rows = await this.dataSource.query<FeedRow[]>(PAGE, [...scope, cursor.at, cursor.id, end, type ?? null, limit]);
    return this.sign(rows);
  }

  private async sign(rows: readonly FeedRow[]): Promise<FeedEvent[]> {
    const keys = await this.keys.signingKeysOf([...new Set(rows.map(({ serviceId }) => serviceId))]);
    return rows.map(({ json, signedText, erasedAt, ...event }) => {
      const key = keys.get(event.serviceId);
      return { ...event, body: erasedAt || !key ? null : signedBody({ json, signedText }, key.bodyKey) };
    });
  }
}

/** Smaller than every event's id. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Parameters: partner id, and service ids or an empty list. */
const IN_SCOPE = 's.partner_id = $1 AND (cardinality($2::text[]) = 0 OR s.id = ANY ($2::text[]))';

/** Further parameter: event id. The time is read as text because PostgreSQL stores microseconds and a `Date` only milliseconds. */
const POSITION = `
  SELECT e.created_at::text AS at, e.created_at AS "createdAt" FROM webhook_event e JOIN service s ON s.id = e.service_id WHERE ${IN_SCOPE} AND e.id = $3`;

/** Further parameters: time and id of the previous event, end of the feed, type or null, page size. */
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
    WHERE ${IN_SCOPE} ORDER BY f.created_at, f.id LIMIT $7
  ) AS page JOIN webhook_event e ON e.id = page.id JOIN webhook_delivery d ON d.event_id = page.id
  ORDER BY page.created_at, page.id`;
