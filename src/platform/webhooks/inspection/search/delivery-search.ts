import { isUuid } from '../../../../common/validation/is-uuid.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../delivery-view.js';
import { isInScope, type ServiceScope } from '../../../listing/service-scope.js';

/** A search among deliveries; null is everything. */
export interface DeliverySearch {
  serviceId: string | null;
  status: DeliveryStatus | null;
  type: string | null;
  /** Id of a notification, or of what it is about. */
  about: string | null;
  since: Date | null;
  until: Date | null;
}

/** Transactions that overlap commit in another order than their notifications are numbered. */
const OVERLAP = "interval '10 minutes'";

/** Number of a service's first notification made after a moment; the index on service and time finds it. */
const firstAfter = (moment: string, shifted: '+' | '-'): string => `(
  SELECT b.sequence FROM webhook_event f JOIN webhook_delivery b ON b.event_id = f.id
  WHERE f.service_id = s.id AND f.created_at >= ${moment}::timestamptz ${shifted} ${OVERLAP} ORDER BY f.created_at, f.id LIMIT 1)`;

/** SQL of a search, with its values. Both conditions are always needed: the first is the reader's scope. */
export interface SearchSql {
  /** On a service `s`. */
  services: string;
  /** On a delivery `d` and its event `e`. */
  deliveries: string;
  values: unknown[];
}

export function searchSql({ partnerId, serviceIds }: ServiceScope, search: DeliverySearch): SearchSql {
  const values: unknown[] = [partnerId, serviceIds, search.serviceId];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const deliveries = ['d.service_id = s.id'];
  // A literal, so that the index on those that were given up can be used.
  const status = DELIVERY_STATUSES.find((each) => each === search.status);
  if (status) deliveries.push(`d.status = '${status}'`);
  if (search.type !== null) deliveries.push(`e.type = ${given(search.type)}`);
  if (search.about !== null) {
    const id = isUuid(search.about.toLowerCase()) ? ` UNION ALL SELECT ${given(search.about.toLowerCase())}::uuid` : '';
    deliveries.push(`d.event_id = ANY (ARRAY(SELECT a.event_id FROM webhook_delivery a WHERE a.subject_id = ${given(search.about)}${id}))`);
  }
  if (search.since) {
    const since = given(search.since);
    deliveries.push(`e.created_at >= ${since}`, `d.sequence >= coalesce(${firstAfter(since, '-')}, 0)`);
  }
  if (search.until) {
    const until = given(search.until);
    deliveries.push(`e.created_at < ${until}`, `d.sequence <= coalesce(${firstAfter(until, '+')}, ${LAST})`);
  }
  return {
    services: `${isInScope('s', '$1', '$2')} AND ($3::text IS NULL OR s.id = $3)`,
    deliveries: deliveries.join(' AND '),
    values,
  };
}

const LAST = '9223372036854775807';
