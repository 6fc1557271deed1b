import { Injectable, Optional } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { pagedEnvelope, type PagedEnvelope } from '../../../common/api/envelope.js';
import { type ListRequest, type PageRequest, pageRequest } from '../../../common/pagination/list.request.js';
import type { Page } from '../../../common/pagination/page.js';
import { Replica } from '../replica/replica.js';
import { type AppliedFilter, appliedFilters } from './conditions.js';
import { countedPage } from './counted-page.js';
import type { Filters, FilterValues } from './filter.js';
import { leadingFilter } from './leading-filter.js';
import type { List } from './list.js';
import { matchedPage } from './matched-page.js';
import type { PageRow } from './page-sql.js';
import { type PageSource, runStatement } from './statement.js';

/**
 * Reads pages of declared lists, from the replica when the replica has caught up. Page 1 and page 100,000 cost about the same. With
 * filters, the cost depends on the number of matches of the rarest filter.
 */
@Injectable()
export class ListPages {
  constructor(
    private readonly dataSource: DataSource,
    @Optional() private readonly replica?: Replica,
  ) {}

  /**
   * Reads the page that a partner requests. @returns the body of the response.
   * @param url absolute URL of the request. @param toResponses makes the members of `data` from the rows of the page.
   */
  async envelope<Row extends object, F extends Filters, R>(
    list: List<Row, F>,
    scope: string,
    query: ListRequest & { filter?: FilterValues<F> },
    url: string,
    toResponses: (rows: Row[]) => R[] | Promise<R[]>,
  ): Promise<PagedEnvelope<R>> {
    const request = pageRequest(query, list.pageSize);
    const { rows, total } = await this.read(list, scope, query.filter ?? {}, request);
    return pagedEnvelope({ rows: await toResponses(rows), total }, request, url, (response) => response);
  }

  /** Reads one page of the rows of a scope, such as a service. A page past the end is empty. The total counts the filtered rows. */
  async read<Row extends object, F extends Filters>(
    list: List<Row, F>,
    scope: string,
    values: FilterValues<F>,
    request: PageRequest,
  ): Promise<Page<Row>> {
    const applied = appliedFilters(list, values);
    const readFrom = (source: PageSource): Promise<Page<Row>> => readPage(source, list, scope, applied, request);
    const page = await this.replica?.read(readFrom);
    return page ? page.result : readFrom(this.dataSource);
  }
}

async function readPage<Row extends object, F extends Filters>(
  source: PageSource,
  list: List<Row, F>,
  scope: string,
  applied: readonly AppliedFilter[],
  request: PageRequest,
): Promise<Page<Row>> {
  const isCounted = applied.every(({ name, use }) => name === list.countedBy.filter || use === 'range');
  const statement = isCounted
    ? countedPage(list, scope, applied, request)
    : matchedPage(list, scope, applied, await leadingFilter(source, list, scope, applied), request);
  const rows = await runStatement<PageRow<object>>(source, statement);
  const [first] = rows;
  return { rows: first?.listed ? list.selection.rows(rows) : [], total: Number(first?.list_total) };
}
