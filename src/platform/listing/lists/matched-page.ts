import type { PageRequest } from '../../../common/pagination/list.request.js';
import { condition, type AppliedFilter, inScope } from './conditions.js';
import type { List } from './list.js';
import { pageSql } from './page-sql.js';
import { Parameters } from './parameters.js';
import { positionFromNearestEnd } from './page-positions.js';
import { type PageStatement, statement } from './statement.js';

/**
 * A page of filtered rows. The matches are counted, and the page is reached from their nearer end, both in an index alone, so the cost depends
 * on the matches of the leading filter.
 * @param leading the filter whose index is walked; the others are checked row by row. Undefined when none has an index.
 */
export function matchedPage(
  list: List,
  scope: string,
  given: readonly AppliedFilter[],
  leading: AppliedFilter | undefined,
  request: PageRequest,
): PageStatement {
  // The index of the counted filter lacks the other filters' columns, so a plan for all values would choose another index.
  const parameters = new Parameters(leading?.name === list.countedBy.filter ? 'for the values' : 'once');
  const used = given.map((filter) => ({ ...filter, use: filter === leading || filter.use === 'range' ? filter.use : ('look' as const) }));
  const where = [inScope(list, scope, parameters), ...used.map((filter) => condition(list, filter, filter.use, parameters))].join(' AND ');
  // The order and the LIMIT, which is null, make the planner walk the index. Otherwise it would read the whole table when an average value has
  // many matches.
  const matched = `SELECT FROM ${list.table} WHERE ${where} ORDER BY created_at, id LIMIT ${parameters.add(null, 'bigint')}`;
  const place = positionFromNearestEnd(`SELECT count(*) AS total FROM (${matched}) AS matched`, request, parameters);
  const name = [list.name, request.newestFirst ? 'newest' : 'oldest', 'matched', ...used.map(({ name, use }) => `${name} ${use}`)];
  return statement(pageSql(list, place, where, request.newestFirst), parameters, name);
}
