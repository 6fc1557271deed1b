import type { PageRequest } from './list.request.js';
import type { Page } from './page.js';

/** One page of a few rows in memory. The rows keep their order, because the rows have no creation time to sort by. */
export function pageOf<Row>(rows: readonly Row[], { page, size }: PageRequest): Page<Row> {
  return { rows: rows.slice((page - 1) * size, page * size), total: rows.length };
}
