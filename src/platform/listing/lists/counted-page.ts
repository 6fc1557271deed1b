import type { PageRequest } from '../../../common/pagination/list.request.js';
import { condition, type Given, inScope } from './conditions.js';
import type { List } from './list.js';
import { pageText } from './page-text.js';
import { Parameters } from './parameters.js';
import { countedTotal, type CounterKey, fromAMinute, fromAnEnd } from './places.js';
import { type PageStatement, statement } from './statement.js';

/** An index walks so far faster than the counters find the place. */
const WALKABLE_ROWS = 1_000;

/** A page of all rows, or of those with the one status that is picked: its total and its place come from the counters. */
export function countedPage(list: List, scope: string, picked: Given | undefined, request: PageRequest): PageStatement {
  const parameters = new Parameters('once');
  const key: CounterKey = {
    list: parameters.add(list.counter(scope), 'text'),
    status: picked && parameters.add(list.countedBy.statusOf(picked.value as never), 'text'),
  };
  const deep = (request.page - 1) * request.size > WALKABLE_ROWS;
  const place = deep ? fromAMinute(key, request, parameters) : fromAnEnd(countedTotal(key), request, parameters);
  const where = [inScope(list, scope, parameters), ...(picked ? [condition(list, picked, 'index', parameters)] : [])].join(' AND ');
  const name = [list.name, request.newestFirst ? 'newest' : 'oldest', deep ? 'deep' : 'near', ...(picked ? [picked.name] : [])];
  return statement(pageText(list, place, where, request.newestFirst), parameters, name);
}
