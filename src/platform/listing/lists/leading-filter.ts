import { condition, type AppliedFilter, inScope } from './conditions.js';
import type { List } from './list.js';
import { Parameters } from './parameters.js';
import { type PageSource, type PageStatement, runStatement, statement } from './statement.js';

/** Up to this number of matches are counted per filter. An index-only scan takes a fraction of a millisecond for this. */
const MAX_COUNTED = 1_000;

/**
 * Chooses the filter with the fewest matches. A page is read from the index of this filter. Filters with few matches are found by counting,
 * which needs no statistics. When all filters have many matches, the planner's estimates decide.
 * @returns undefined when no filter has an index.
 */
export async function leadingFilter(
  source: PageSource,
  list: List,
  scope: string,
  applied: readonly AppliedFilter[],
): Promise<AppliedFilter | undefined> {
  const indexed = applied.filter(({ use }) => use === 'index');
  if (indexed.length <= 1) return indexed[0];
  const [counted] = await runStatement<{ matches: string[] }>(source, counts(list, scope, indexed));
  const matches = counted?.matches.map(Number) ?? [];
  if (Math.min(...matches) <= MAX_COUNTED) return rarest(indexed, matches);
  const [explained] = await runStatement<{ 'QUERY PLAN': ExplainResult }>(source, estimates(list, scope, indexed));
  return rarest(indexed, explained?.['QUERY PLAN'][0].Plan.Plans.map((plan) => plan['Plan Rows']) ?? []);
}

const rarest = (filters: readonly AppliedFilter[], matches: readonly number[]): AppliedFilter | undefined =>
  filters[matches.indexOf(Math.min(...matches))];

/** The statement returns one row with an array `matches`, in the order of the filters. */
function counts(list: List, scope: string, filters: readonly AppliedFilter[]): PageStatement {
  const parameters = new Parameters('once');
  const scoped = inScope(list, scope, parameters);
  const each = filters.map((filter) => {
    const matched = `SELECT FROM ${list.table} WHERE ${scoped} AND ${condition(list, filter, 'index', parameters)} ORDER BY created_at, id`;
    return `(SELECT count(*) FROM (${matched} LIMIT ${MAX_COUNTED + 1}) AS matched)`;
  });
  return statement(`SELECT ARRAY[${each.join(', ')}] AS matches`, parameters, [list.name, 'matches', ...filters.map(({ name }) => name)]);
}

/** The result of {@link estimates}: one plan per filter, in the order of the filters. */
type ExplainResult = [{ Plan: { Plans: { 'Plan Rows': number }[] } }];

/** The statement is only planned, never executed. */
function estimates(list: List, scope: string, filters: readonly AppliedFilter[]): PageStatement {
  const parameters = new Parameters('for the values');
  const each = filters.map(
    (filter) => `SELECT FROM ${list.table} WHERE ${inScope(list, scope, parameters)} AND ${condition(list, filter, 'index', parameters)}`,
  );
  return statement(`EXPLAIN (FORMAT JSON) ${each.join(' UNION ALL ')}`, parameters, []);
}
