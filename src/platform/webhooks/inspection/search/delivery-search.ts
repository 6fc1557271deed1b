import { isUuid } from '../../../../common/validation/is-uuid.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../delivery-view.js';
import { inScopeSql, type ServiceScope } from '../../../listing/service-scope.js';

/** Conditions of a search for deliveries. Null means no condition. */
export interface DeliverySearch {
  serviceId: string | null;
  status: DeliveryStatus | null;
  type: string | null;
  /** Id of a notification or of its subject, such as a transaction. */
  about: string | null;
  since: Date | null;
  until: Date | null;
}

/**
 * When transactions overlap, the order of sequences may differ from that of creation times. Bounds of sequences are widened by this time.
 */
const MAX_OVERLAP = "interval '10 minutes'";

/** SQL of the sequence of a service's first event from a shifted time on, found with the index on service and time. */
const firstSequenceSince = (moment: string, shift: '+' | '-'): string => `(
  SELECT b.sequence FROM webhook_event f JOIN webhook_delivery b ON b.event_id = f.id
  WHERE f.service_id = s.id AND f.created_at >= ${moment}::timestamptz ${shift} ${MAX_OVERLAP} ORDER BY f.created_at, f.id LIMIT 1)`;

/** SQL of a search with its values. A statement must use both conditions, because `services` limits it to the reader's scope. */
export interface SearchSql {
  /** Condition on a service `s`. */
  services: string;
  /** Condition on a delivery `d` and its event `e`. */
  deliveries: string;
  values: unknown[];
}

export function searchSql({ partnerId, serviceIds }: ServiceScope, search: DeliverySearch): SearchSql {
  const values: unknown[] = [partnerId, serviceIds, search.serviceId];
  const addParameter = (value: unknown): string => `$${values.push(value)}`;
  const deliveries = ['d.service_id = s.id'];
  // The status is a literal, so that the planner can use the partial index on exhausted, stopped and unaddressed deliveries.
  const status = DELIVERY_STATUSES.find((candidate) => candidate === search.status);
  if (status) deliveries.push(`d.status = '${status}'`);
  if (search.type !== null) deliveries.push(`e.type = ${addParameter(search.type)}`);
  if (search.about !== null) {
    const id = isUuid(search.about.toLowerCase()) ? ` UNION ALL SELECT ${addParameter(search.about.toLowerCase())}::uuid` : '';
    deliveries.push(
      `d.event_id = ANY (ARRAY(SELECT a.event_id FROM webhook_delivery a WHERE a.subject_id = ${addParameter(search.about)}${id}))`,
    );
  }
  if (search.since) {
    const since = addParameter(search.since);
    deliveries.push(`e.created_at >= ${since}`, `d.sequence >= coalesce(${firstSequenceSince(since, '-')}, 0)`);
  }
  if (search.until) {
    const until = addParameter(search.until);
    deliveries.push(`e.created_at < ${until}`, `d.sequence <= coalesce(${firstSequenceSince(until, '+')}, ${MAX_SEQUENCE})`);
  }
  return {
    services: `${inScopeSql('s', '$1', '$2')} AND ($3::text IS NULL OR s.id = $3)`,
    deliveries: deliveries.join(' AND '),
    values,
  };
}

/** The largest bigint. */
const MAX_SEQUENCE = '9223372036854775807';
