import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PageRequest } from '../../../common/pagination/list.request.js';
import type { Page } from '../../../common/pagination/page.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { givenFilters } from './conditions.js';
import { countedPage } from './counted-page.js';
import { fewMatchesPage } from './few-matches-page.js';
import type { Filters, FilterValues } from './filter.js';
import type { List } from './list.js';
import { matchedPage } from './matched-page.js';
import type { Listed } from './page-text.js';
import type { PageStatement } from './statement.js';

/** Pages of declared lists. Page 1 and page 100,000 cost about the same; what a filter costs follows its matches. */
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
    if (given.every(({ name }) => name === list.countedBy.filter)) {
      return pageOf(list, await this.run(countedPage(list, scope, given[0], request)));
    }
    if (given.filter(({ use }) => use === 'index').length > 1) {
      const few = await this.run(fewMatchesPage(list, scope, given, request));
      if (few[0]?.listed !== null) return pageOf(list, few);
    }
    return pageOf(list, await this.run(matchedPage(list, scope, given, request)));
  }

  private run({ name, text, values }: PageStatement): Promise<Listed<object>[]> {
    return name ? runNamed(this.dataSource, { name, text }, values) : this.dataSource.query(text, values);
  }
}

function pageOf<Row extends object>(list: List<Row>, listed: Listed<object>[]): Page<Row> {
  const [first] = listed;
  return { rows: first?.listed ? list.selection.rows(listed) : [], total: Number(first?.list_total) };
}
