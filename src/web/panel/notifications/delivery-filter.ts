import type { Environment } from '../../../runtime/config/environment.js';
import { DELIVERY_STATUSES } from '../../../platform/webhooks/inspection/delivery-view.js';
import type { DeliverySearch } from '../../../platform/webhooks/inspection/search/delivery-search.js';
import { chosenOf, daysBetween, type PanelFilters, readFilters } from '../shell/panel-filters.js';

const FIELDS = ['q', 'service', 'status', 'type', 'from', 'to'] as const;
const MAX_FILTER_LENGTH = 100;

export type DeliveryFilters = PanelFilters<(typeof FIELDS)[number]>;

export const readDeliveryFilters = (readField: (name: string) => string): DeliveryFilters =>
  readFilters(FIELDS, (name) => readField(name).slice(0, MAX_FILTER_LENGTH));

export function deliverySearchOf({ q, service, status, type, from, to }: DeliveryFilters, { app }: Environment): DeliverySearch {
  return {
    serviceId: service || null,
    status: chosenOf(DELIVERY_STATUSES, status),
    type: type || null,
    about: q || null,
    ...daysBetween(from, to, app.displayTimeZone),
  };
}
