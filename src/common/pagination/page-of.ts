import type { PageRequest } from './list.request.js';
import type { Page } from './page.js';

/** One page of a few rows in memory. They keep their order, because they have no time of creation to be sorted by. */
export function pageOf<Row>(rows: readonly Row[], { page, size }: PageRequest): Page<Row> {
  return { rows: rows.slice((page - 1) * size, page * size), total: rows.length };
}
