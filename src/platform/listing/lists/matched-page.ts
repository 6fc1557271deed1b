import type { PageRequest } from '../../../common/pagination/list.request.js';
import { condition, type Given, inScope } from './conditions.js';
import type { List } from './list.js';
import { pageText } from './page-text.js';
import { Parameters } from './parameters.js';
import { fromAnEnd } from './places.js';
import { type PageStatement, statement } from './statement.js';

/**
 * A page of what filters match: the matches are counted, and the page is reached from their nearer end, both in an index alone. With one
 * filter that has an index the cost follows its matches. Which of several to take is left to the planner, who sees their values.
 */
export function matchedPage(list: List, scope: string, given: readonly Given[], request: PageRequest): PageStatement {
  const several = given.filter(({ use }) => use === 'index').length > 1;
  const parameters = new Parameters(several ? 'for the values' : 'once');
  const where = [inScope(list, scope, parameters), ...given.map((filter) => condition(list, filter, filter.use, parameters))].join(' AND ');
  // Wanted in the index's order and, for all the planner knows, not to the end: it would rather read the table where an average value has
  // many matches. There is no limit.
  const matched = `SELECT FROM ${list.table} WHERE ${where} ORDER BY created_at, id LIMIT ${parameters.add(null, 'bigint')}`;
  const place = fromAnEnd(`SELECT count(*) AS total FROM (${matched}) AS matched`, request, parameters);
  const name = [list.name, request.newestFirst ? 'newest' : 'oldest', 'matched', ...given.map((filter) => `${filter.name} ${filter.use}`)];
  return statement(pageText(list, place, where, request.newestFirst), parameters, name);
}
