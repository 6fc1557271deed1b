import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PageRequest } from '../../../common/pagination/list.request.js';
import type { Page } from '../../../common/pagination/page.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type Given, givenFilters } from './conditions.js';
import { countedPage } from './counted-page.js';
import type { Filters, FilterValues } from './filter.js';
import type { List } from './list.js';
import { matchedPage } from './matched-page.js';
import type { Listed } from './page-text.js';
import { estimate, type Estimate, rarestOf } from './rarest-filter.js';
import type { PageStatement } from './statement.js';

/** Pages of declared lists. Page 1 and page 100,000 cost about the same; what filters cost follows the matches of the rarest. */
@Injectable()
export class ListPages {
  constructor(private readonly dataSource: DataSource) {}

  /** One page of a scope's rows, such as a service's; past the end it is empty. The total is that of the filtered list. */
  async read<Row extends object, F extends Filters>(
    list: List<Row, F>,
    scope: string,
    values: FilterValues<F>,
    request: PageRequest,
  ): Promise<Page<Row>> {
    const given = givenFilters(list, values);
    const isCounted = given.every(({ name }) => name === list.countedBy.filter);
    const statement = isCounted
      ? countedPage(list, scope, given[0], request)
      : matchedPage(list, scope, given, await this.leading(list, scope, given), request);
    const rows = await this.run<Listed<object>>(statement);
    const [first] = rows;
    return { rows: first?.listed ? list.selection.rows(rows) : [], total: Number(first?.list_total) };
  }

  private async leading(list: List, scope: string, given: readonly Given[]): Promise<Given | undefined> {
    const indexed = given.filter(({ use }) => use === 'index');
    if (indexed.length <= 1) return indexed[0];
    const [plan] = await this.run<{ 'QUERY PLAN': Estimate }>(estimate(list, scope, indexed));
    return plan && rarestOf(indexed, plan['QUERY PLAN']);
  }

  private run<Row extends object>({ name, text, values }: PageStatement): Promise<Row[]> {
    return name ? runNamed(this.dataSource, { name, text }, values) : this.dataSource.query(text, values);
  }
}
