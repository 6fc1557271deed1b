import { Injectable, Optional } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PageRequest } from '../../../common/pagination/list.request.js';
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
 * Pages of declared lists, read from the replica while it has caught up. Page 1 and page 100,000 cost about the same; the cost of filters
 * depends on the matches of the rarest.
 */
@Injectable()
export class ListPages {
  constructor(
    private readonly dataSource: DataSource,
    @Optional() private readonly replica?: Replica,
  ) {}

  /** One page of a scope's rows, such as a service's; past the end it is empty. The total is that of the filtered list. */
  async read<Row extends object, F extends Filters>(
    list: List<Row, F>,
    scope: string,
    values: FilterValues<F>,
    request: PageRequest,
  ): Promise<Page<Row>> {
    const given = appliedFilters(list, values);
    const from = (source: PageSource): Promise<Page<Row>> => readPage(source, list, scope, given, request);
    const page = await this.replica?.read(from);
    return page ? page.read : from(this.dataSource);
  }
}

async function readPage<Row extends object, F extends Filters>(
  source: PageSource,
  list: List<Row, F>,
  scope: string,
  given: readonly AppliedFilter[],
  request: PageRequest,
): Promise<Page<Row>> {
  const isCounted = given.every(({ name, use }) => name === list.countedBy.filter || use === 'range');
  const statement = isCounted
    ? countedPage(list, scope, given, request)
    : matchedPage(list, scope, given, await leadingFilter(source, list, scope, given), request);
  const rows = await runStatement<PageRow<object>>(source, statement);
  const [first] = rows;
  return { rows: first?.listed ? list.selection.rows(rows) : [], total: Number(first?.list_total) };
}
