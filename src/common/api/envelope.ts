import type { PageRequest } from '../pagination/list.request.js';
import type { Page } from '../pagination/page.js';
import type { FollowingResponse } from '../pagination/following.response.js';
import type { PaginationResponse } from '../pagination/pagination.response.js';

/** The JSON body of a successful response of the API. Lists with pages add `pagination`. */
export interface Envelope<T> {
  success: true;
  data: T;
}

export interface PagedEnvelope<T> extends Envelope<T[]> {
  pagination: PaginationResponse;
}

export interface FollowingEnvelope<T> extends Envelope<T[]> {
  pagination: FollowingResponse;
}

export function envelope<T>(data: T): Envelope<T> {
  return { success: true, data };
}

/**
 * One page with its pagination block.
 * @param url absolute URL of this request as the partner sees the URL; the links keep its filters.
 */
export function pagedEnvelope<T, R>(page: Page<T>, request: PageRequest, url: string, toResponse: (row: T) => R): PagedEnvelope<R> {
  const totalPages = Math.ceil(page.total / request.size);
  const link = (number: number): string => {
    const target = new URL(url);
    target.searchParams.set('page', String(number));
    return target.href;
  };
  return {
    success: true,
    data: page.rows.map(toResponse),
    pagination: {
      total: page.total,
      count: page.rows.length,
      per_page: request.size,
      current_page: request.page,
      total_pages: totalPages,
      links: {
        next_page: request.page < totalPages ? link(request.page + 1) : null,
        prev_page: request.page > 1 && totalPages > 0 ? link(Math.min(request.page - 1, totalPages)) : null,
      },
    },
  };
}

/**
 * One page of a list whose next page is read with `after`.
 * @param rows one row more than `size` when there is a next page.
 */
export function followingEnvelope<T extends { id: string }>(rows: readonly T[], size: number, url: string): FollowingEnvelope<T> {
  const data = rows.slice(0, size);
  const last = data.at(-1);
  const next = new URL(url);
  if (last) next.searchParams.set('after', last.id);
  const links = { next_page: rows.length > size ? next.href : null };
  return { success: true, data, pagination: { count: data.length, per_page: size, links } };
}
