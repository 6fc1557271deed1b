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
  const [row] = await runStatement<{ matches: string[] }>(source, matchCounts(list, scope, indexed));
  const matches = row?.matches.map(Number) ?? [];
  if (Math.min(...matches) <= MAX_COUNTED) return filterWithFewest(indexed, matches);
  const [explainRow] = await runStatement<{ 'QUERY PLAN': ExplainResult }>(source, matchEstimates(list, scope, indexed));
  return filterWithFewest(indexed, explainRow?.['QUERY PLAN'][0].Plan.Plans.map((plan) => plan['Plan Rows']) ?? []);
}

const filterWithFewest = (filters: readonly AppliedFilter[], matches: readonly number[]): AppliedFilter | undefined =>
  filters[matches.indexOf(Math.min(...matches))];

/** The statement returns one row with an array `matches`, in the order of the filters. */
function matchCounts(list: List, scope: string, filters: readonly AppliedFilter[]): PageStatement {
  const parameters = new Parameters('once');
  const scopeCondition = inScope(list, scope, parameters);
  const selects = filters.map((filter) => {
    const matchesSql = `SELECT FROM ${list.table} WHERE ${scopeCondition} AND ${condition(list, filter, 'index', parameters)} ORDER BY created_at, id`;
    return `(SELECT count(*) FROM (${matchesSql} LIMIT ${MAX_COUNTED + 1}) AS matched)`;
  });
  return statement(`SELECT ARRAY[${selects.join(', ')}] AS matches`, parameters, [
    list.name,
    'matches',
    ...filters.map(({ name }) => name),
  ]);
}

/** The result of {@link matchEstimates}: one plan per filter, in the order of the filters. */
type ExplainResult = [{ Plan: { Plans: { 'Plan Rows': number }[] } }];

/** The statement is only planned, never executed. */
function matchEstimates(list: List, scope: string, filters: readonly AppliedFilter[]): PageStatement {
  const parameters = new Parameters('for the values');
  const selects = filters.map(
    (filter) => `SELECT FROM ${list.table} WHERE ${inScope(list, scope, parameters)} AND ${condition(list, filter, 'index', parameters)}`,
  );
  return statement(`EXPLAIN (FORMAT JSON) ${selects.join(' UNION ALL ')}`, parameters, []);
}
