import { notifyTarget, type NotifyTargetColumns, selectNotifyTarget } from '../../../partners/services/notify-target.js';
import type { Claim, ClaimedDelivery } from './claimed-delivery.js';

interface DeliveryRow {
  service_id: string;
  id: string;
  attempt_number: number;
  round_attempt_count: number;
  body: string;
  signed_text: string;
  trace_parent: string | null;
  rest: null;
}

/** The row of an endpoint without a delivery. */
interface EndpointRow extends NotifyTargetColumns {
  service_id: string;
  id: null;
  rest: Claim['rest'];
}

export type ClaimedRow = DeliveryRow | EndpointRow;

/**
 * Returns for each endpoint its claimed deliveries, and one row without a delivery that has the current URL, schedule and keys. `OFFSET 0`
 * keeps the planner from joining whole tables: the planner cannot know how few rows the claim returns.
 */
export const CLAIM_DELIVERIES = {
  name: 'webhook_claim',
  text: `SELECT c.service_id, c.event_id AS id, c.attempt_number, c.round_attempt_count, c.body, c.signed_text, c.trace_parent, c.rest,
           t.url, t.user_agent, t.retry_schedule_seconds, t.keys
         FROM webhook_claim($1, $2, $3, $4, $5) c
         LEFT JOIN LATERAL (${selectNotifyTarget('c.service_id', '$3')} AND c.event_id IS NULL OFFSET 0) t ON true`,
};

export const RELEASE_DELIVERY = { name: 'webhook_release_claim', text: 'SELECT webhook_release_claim($1, $2, $3)' };

/** @returns the claims by service id. */
export function claimsOf(rows: ClaimedRow[], lease: Pick<ClaimedDelivery, 'startedAt' | 'leaseUntil'>): Map<string, Claim> {
  const claims = new Map<string, Claim>();
  for (const row of rows.filter(isEndpointRow)) claims.set(row.service_id, { deliveries: [], target: notifyTarget(row), rest: row.rest });
  for (const row of rows.filter(isDelivery)) claims.get(row.service_id)?.deliveries.push(claimedDelivery(row, lease));
  return claims;
}

function claimedDelivery(row: DeliveryRow, lease: Pick<ClaimedDelivery, 'startedAt' | 'leaseUntil'>): ClaimedDelivery {
  return {
    id: row.id,
    serviceId: row.service_id,
    json: row.body,
    signedText: row.signed_text,
    traceParent: row.trace_parent,
    attemptNumber: row.attempt_number,
    roundAttempts: row.round_attempt_count,
    ...lease,
  };
}

const isDelivery = (row: ClaimedRow): row is DeliveryRow => row.id !== null;
const isEndpointRow = (row: ClaimedRow): row is EndpointRow => row.id === null;
