import type { Reads } from './older-client.js';

export const PAGES: Reads = {
  'pagination.total': 'whole',
  'pagination.count': 'whole',
  'pagination.per_page': 'whole',
  'pagination.current_page': 'whole',
  'pagination.total_pages': 'whole',
  'pagination.links': 'object',
};

/** What no server can mend, in the words of docs/compatibility.md. */
export const WHOLE_IDS = 'takes ids of services for whole numbers; here they are eight hexadecimal digits';
export const OWN_FIELDS = 'wants operators, commissions and limits in a service, which the API no more shows';
