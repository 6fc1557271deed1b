import { Injectable } from '@nestjs/common';
import type { Page } from '../common/pagination/page.js';
import type { PageRequest } from '../common/pagination/page-query.js';
import { ListingCounters } from './listing-counters.js';

/**
 * Where to read a page from.
 * Newest first: `WHERE created_at < bound ORDER BY created_at DESC, id DESC OFFSET skip LIMIT limit`.
 * Oldest first: `WHERE created_at >= bound ORDER BY created_at, id OFFSET skip LIMIT limit`.
 */
export interface PageStart {
  newestFirst: boolean;
  bound: Date;
  skip: number;
  limit: number;
}

const HOUR_MS = 3_600_000;
/** An index walks this far faster than the counters find the place. */
const WALKABLE_ROWS = 1_000;
/** After and before everything, so that one statement serves both the first page and a deep one. */
const END_OF_TIME = new Date('9999-12-31T00:00:00Z');
const START_OF_TIME = new Date(0);

/** Pages of a counted list. Page 1 and page 100,000 cost about the same. */
@Injectable()
export class ListingPages {
  constructor(private readonly counters: ListingCounters) {}

  /**
   * The total and the rows of one page; a page past the end is empty. They are read one after the other, so while rows are
   * being added they may differ by those.
   * @param readRows reads rows with an index on (…, created_at, id), filtered by `status` when it is given.
   */
  async read<T>(list: string, request: PageRequest, readRows: (start: PageStart) => Promise<T[]>, status?: string): Promise<Page<T>> {
    const { newestFirst, size: limit } = request;
    const offset = (request.page - 1) * request.size;
    if (offset <= WALKABLE_ROWS) {
      const start = { newestFirst, bound: newestFirst ? END_OF_TIME : START_OF_TIME, skip: offset, limit };
      const [total, rows] = await Promise.all([this.counters.total(list, status), readRows(start)]);
      return { total, rows };
    }
    const [total, point] = await Promise.all([this.counters.total(list, status), this.counters.seek(list, offset, newestFirst, status)]);
    if (!point) return { total, rows: [] };
    const bound = newestFirst ? new Date(point.hour.getTime() + HOUR_MS) : point.hour;
    return { total, rows: await readRows({ newestFirst, bound, skip: point.skip, limit }) };
  }
}
