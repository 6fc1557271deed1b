import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Page } from '../../common/pagination/page.js';
import type { PageRequest } from '../../common/pagination/page-query.js';
import { type NamedQuery, runNamed } from '../../runtime/database/named-query.js';
import { ListingCounters } from './listing-counters.js';
import { withTotal } from './listing-statements.js';

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

/** Reads the rows of one page, `id` and `created_at` among their columns, in order. Its name stands for its text. */
export interface RowsStatement extends NamedQuery {
  values: unknown[];
}

type Listed<T> = T & { listed: true | null; list_total: string };

/** Pages of a counted list. Page 1 and page 100,000 cost about the same. */
@Injectable()
export class ListingPages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly counters: ListingCounters,
  ) {}

  /**
   * The total and the rows of one page; a page past the end is empty. For a deep page they are read one after the other, so while rows
   * are being added they may differ by those.
   * @param rowsFrom a statement that reads with an index on (…, created_at, id), filtered by `status` when it is given.
   */
  async read<T extends object>(
    list: string,
    request: PageRequest,
    rowsFrom: (start: PageStart) => RowsStatement,
    status?: string,
  ): Promise<Page<T>> {
    const { newestFirst, size: limit } = request;
    const offset = (request.page - 1) * request.size;
    if (offset <= WALKABLE_ROWS) {
      const start = { newestFirst, bound: newestFirst ? END_OF_TIME : START_OF_TIME, skip: offset, limit };
      return this.readWithTotal(list, rowsFrom(start), newestFirst, status);
    }
    const [total, point] = await Promise.all([this.counters.total(list, status), this.counters.seek(list, offset, newestFirst, status)]);
    if (!point) return { total, rows: [] };
    const bound = newestFirst ? new Date(point.hour.getTime() + HOUR_MS) : point.hour;
    const statement = rowsFrom({ newestFirst, bound, skip: point.skip, limit });
    return { total, rows: await runNamed<T>(this.dataSource, statement, statement.values) };
  }

  private async readWithTotal<T extends object>(
    list: string,
    statement: RowsStatement,
    newestFirst: boolean,
    status?: string,
  ): Promise<Page<T>> {
    const filtered = status !== undefined;
    const query = withTotal(statement, statement.values.length, newestFirst, filtered);
    const rows = await runNamed<Listed<T>>(this.dataSource, query, [...statement.values, list, ...(filtered ? [status] : [])]);
    return { total: Number(rows[0]?.list_total ?? 0), rows: rows[0]?.listed ? rows : [] };
  }
}
