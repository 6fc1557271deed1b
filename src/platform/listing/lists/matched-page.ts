import type { PageRequest } from '../../../common/pagination/list.request.js';
import { condition, type AppliedFilter, inScope } from './conditions.js';
import type { List } from './list.js';
import { pageSql } from './page-sql.js';
import { Parameters } from './parameters.js';
import { positionFromNearestEnd } from './page-positions.js';
import { type PageStatement, statement } from './statement.js';

/**
 * A page of filtered rows. Index-only scans count the matches and reach the page from the nearer end, so the cost depends on the number of
 * matches of the leading filter.
 * @param leading the filter whose index is scanned. The others are checked row by row. Undefined when no filter has an index.
 */
export function matchedPage(
  list: List,
  scope: string,
  applied: readonly AppliedFilter[],
  leading: AppliedFilter | undefined,
  request: PageRequest,
): PageStatement {
  // The index of the status filter does not contain the other filters' columns, so a generic plan would choose another index.
  const parameters = new Parameters(leading?.name === list.countedBy.filter ? 'for the values' : 'once');
  const usedFilters = applied.map((filter) => ({
    ...filter,
    use: filter === leading || filter.use === 'range' ? filter.use : ('look' as const),
  }));
  const where = [inScope(list, scope, parameters), ...usedFilters.map((filter) => condition(list, filter, filter.use, parameters))].join(
    ' AND ',
  );
  // ORDER BY with a LIMIT (NULL, so unlimited) makes the planner scan the index in order. Otherwise it would scan the whole table when an
  // average value has many matches.
  const matched = `SELECT FROM ${list.table} WHERE ${where} ORDER BY created_at, id LIMIT ${parameters.add(null, 'bigint')}`;
  const position = positionFromNearestEnd(`SELECT count(*) AS total FROM (${matched}) AS matched`, request, parameters);
  const name = [list.name, request.newestFirst ? 'newest' : 'oldest', 'matched', ...usedFilters.map(({ name, use }) => `${name} ${use}`)];
  return statement(pageSql(list, position, where, request.newestFirst), parameters, name);
}
