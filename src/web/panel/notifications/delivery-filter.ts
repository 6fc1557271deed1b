import type { Environment } from '../../../runtime/config/environment.js';
import { DELIVERY_STATUSES } from '../../../platform/webhooks/inspection/delivery-view.js';
import type { DeliverySearch } from '../../../platform/webhooks/inspection/search/delivery-search.js';
import { daysBetween } from '../shell/period-fields.js';

const FIELDS = ['q', 'service', 'status', 'type', 'from', 'to'] as const;
const MAX_FILTER_LENGTH = 100;

/** The filters that the person chose, unparsed, as in the URL or in a form. */
export type DeliveryFilters = Record<(typeof FIELDS)[number], string>;

export const readDeliveryFilters = (readField: (name: string) => string): DeliveryFilters =>
  Object.fromEntries(FIELDS.map((name) => [name, readField(name).slice(0, MAX_FILTER_LENGTH)])) as DeliveryFilters;

/** The filters as a query string, without the empty ones. */
export const filterQuery = (filters: DeliveryFilters): string =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString();

export function deliverySearchOf({ q, service, status, type, from, to }: DeliveryFilters, { app }: Environment): DeliverySearch {
  return {
    serviceId: service || null,
    status: DELIVERY_STATUSES.find((name) => name === status) ?? null,
    type: type || null,
    about: q || null,
    ...daysBetween(from, to, app.displayTimeZone),
  };
}
