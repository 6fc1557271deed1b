import type { PageRequest } from '../../../common/pagination/list.request.js';
import { condition, type AppliedFilter, inScope } from './conditions.js';
import type { List } from './list.js';
import { pageSql } from './page-sql.js';
import { Parameters } from './parameters.js';
import { countedTotal, type CounterKey, positionFromBucket, positionFromNearestEnd, rowsSince } from './page-positions.js';
import { type PageStatement, statement } from './statement.js';

/** Up to this number of rows, skipping them in the index is faster than finding the position by the counters. */
const MAX_SKIPPED_ROWS = 1_000;

/** A page of all rows, or of the rows with one status or of a time range. Total and position come from the counters. */
export function countedPage(list: List, scope: string, applied: readonly AppliedFilter[], request: PageRequest): PageStatement {
  const parameters = new Parameters('once');
  const statusFilter = applied.find(({ name }) => name === list.countedBy.filter);
  const key: CounterKey = {
    list: parameters.add(list.counter(scope), 'text'),
    status: statusFilter && parameters.add(list.countedBy.statusOf(statusFilter.value as never), 'text'),
  };
  const where = [inScope(list, scope, parameters), ...(statusFilter ? [condition(list, statusFilter, 'index', parameters)] : [])].join(
    ' AND ',
  );
  const [from, until] = (['from', 'until'] as const).map((end) => {
    const filter = applied.find(({ name }) => list.filters[name]?.end === end);
    return (
      filter &&
      rowsSince(key, `${list.table} WHERE ${where}`, parameters.add(list.filters[filter.name]?.toColumnValue(filter.value), 'timestamptz'))
    );
  });
  const isDeep = Boolean(from ?? until) || (request.page - 1) * request.size > MAX_SKIPPED_ROWS;
  const position = isDeep
    ? positionFromBucket(key, request, parameters, { from, until })
    : positionFromNearestEnd(countedTotal(key), request, parameters);
  const name = [list.name, request.newestFirst ? 'newest' : 'oldest', isDeep ? 'deep' : 'near', ...applied.map(({ name }) => name)];
  return statement(pageSql(list, position, where, request.newestFirst), parameters, name);
}
