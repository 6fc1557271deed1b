import type { PageRequest } from '../../../common/pagination/list.request.js';
import { condition, type AppliedFilter, inScope } from './conditions.js';
import type { List } from './list.js';
import { pageSql } from './page-sql.js';
import { Parameters } from './parameters.js';
import { countedTotal, type CounterKey, positionFromBucket, positionFromNearestEnd, rowsSince } from './page-positions.js';
import { type PageStatement, statement } from './statement.js';

/** Up to here, walking through the index is faster than finding the place by the counters. */
const WALKABLE_ROWS = 1_000;

/** A page of all rows, or of those with one status or from a time: its total and its place come from the counters. */
export function countedPage(list: List, scope: string, given: readonly AppliedFilter[], request: PageRequest): PageStatement {
  const parameters = new Parameters('once');
  const picked = given.find(({ name }) => name === list.countedBy.filter);
  const key: CounterKey = {
    list: parameters.add(list.counter(scope), 'text'),
    status: picked && parameters.add(list.countedBy.statusOf(picked.value as never), 'text'),
  };
  const where = [inScope(list, scope, parameters), ...(picked ? [condition(list, picked, 'index', parameters)] : [])].join(' AND ');
  const [from, until] = (['from', 'until'] as const).map((end) => {
    const filter = given.find(({ name }) => list.filters[name]?.end === end);
    return (
      filter &&
      rowsSince(key, `${list.table} WHERE ${where}`, parameters.add(list.filters[filter.name]?.compared(filter.value), 'timestamptz'))
    );
  });
  const deep = Boolean(from ?? until) || (request.page - 1) * request.size > WALKABLE_ROWS;
  const place = deep
    ? positionFromBucket(key, request, parameters, { from, until })
    : positionFromNearestEnd(countedTotal(key), request, parameters);
  const name = [list.name, request.newestFirst ? 'newest' : 'oldest', deep ? 'deep' : 'near', ...given.map(({ name }) => name)];
  return statement(pageSql(list, place, where, request.newestFirst), parameters, name);
}
