import type { FilterUse, FilterValues, Filters } from './filter.js';
import type { List } from './list.js';
import type { Parameters } from './parameters.js';

/** A filter of a request, with the caller's value. */
export interface AppliedFilter {
  name: string;
  use: FilterUse;
  value: unknown;
}

export function appliedFilters<F extends Filters>(list: List<unknown, F>, values: FilterValues<F>): AppliedFilter[] {
  return Object.entries(list.filters).flatMap(([name, filter]) => {
    const value: unknown = values[name];
    return value === undefined || value === null ? [] : [{ name, value, use: filter.use(value) }];
  });
}

export function inScope(list: List, scope: string, parameters: Parameters): string {
  return `${list.scope.name} = ${parameters.add(scope, list.scope.type)}`;
}

/**
 * A filter's condition on a row. In a generic plan, a `look` is written so that the planner cannot use an index for it. Otherwise the
 * planner would choose an index by average frequencies, which say nothing about the actual value.
 */
export function condition(list: List, { name, value }: AppliedFilter, use: FilterUse, parameters: Parameters): string {
  const filter = list.filters[name];
  if (!filter) throw new Error(`The list ${list.name} has no filter ${name}. Declare it in defineList.`);
  const column = list.column(filter.property);
  const sql = filter.matchSql(column.name, parameters.add(filter.toColumnValue(value), filter.type ?? column.type), use);
  return use === 'look' && parameters.planned === 'once' ? `(${sql}) IS TRUE` : sql;
}
