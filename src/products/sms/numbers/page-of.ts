import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/page-query.js';
import type { PremiumNumber } from './catalogue.js';

/** One page of numbers in the catalogue's order; they were never created, so there is nothing to sort by. */
export function pageOf(numbers: readonly PremiumNumber[], { page, size }: PageRequest): Page<PremiumNumber> {
  return { rows: numbers.slice((page - 1) * size, page * size), total: numbers.length };
}
