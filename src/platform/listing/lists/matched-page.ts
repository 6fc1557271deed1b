import type { PageRequest } from '../../../common/pagination/list.request.js';
import { condition, type Given, inScope } from './conditions.js';
import type { List } from './list.js';
import { pageText } from './page-text.js';
import { Parameters } from './parameters.js';
import { fromAnEnd } from './places.js';
import { type PageStatement, statement } from './statement.js';

/**
 * A page of what filters match: the matches are counted, and the page is reached from their nearer end, both in an index alone. What it
 * costs follows the matches of the leading filter.
 * @param leading whose index is walked; the others are looked at. Undefined when none of them has an index.
 */
export function matchedPage(
  list: List,
  scope: string,
  given: readonly Given[],
  leading: Given | undefined,
  request: PageRequest,
): PageStatement {
  // The index of the counted filter does not hold what the others look at, so a plan for all values would rather take one that does.
  const parameters = new Parameters(leading?.name === list.countedBy.filter ? 'for the values' : 'once');
  const used = given.map((filter) => ({ ...filter, use: filter === leading || filter.use === 'range' ? filter.use : ('look' as const) }));
  const where = [inScope(list, scope, parameters), ...used.map((filter) => condition(list, filter, filter.use, parameters))].join(' AND ');
  // Wanted in the index's order and, for all the planner knows, not to the end: it would rather read the table where an average value has
  // many matches. There is no limit.
  const matched = `SELECT FROM ${list.table} WHERE ${where} ORDER BY created_at, id LIMIT ${parameters.add(null, 'bigint')}`;
  const place = fromAnEnd(`SELECT count(*) AS total FROM (${matched}) AS matched`, request, parameters);
  const name = [list.name, request.newestFirst ? 'newest' : 'oldest', 'matched', ...used.map(({ name, use }) => `${name} ${use}`)];
  return statement(pageText(list, place, where, request.newestFirst), parameters, name);
}
