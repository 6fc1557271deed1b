import { condition, type AppliedFilter, inScope } from './conditions.js';
import type { List } from './list.js';
import { Parameters } from './parameters.js';
import { type PageSource, type PageStatement, runStatement, statement } from './statement.js';

/** Matches counted of each filter: in an index alone that takes a fraction of a millisecond. */
const COUNTED = 1_000;

/**
 * The filter with the fewest matches, whose index a page is read from. Filters with few matches are found by counting, which needs no
 * statistics. When all have many, the planner's estimates decide.
 * @returns undefined when none of them has an index.
 */
export async function leadingFilter(
  source: PageSource,
  list: List,
  scope: string,
  given: readonly AppliedFilter[],
): Promise<AppliedFilter | undefined> {
  const indexed = given.filter(({ use }) => use === 'index');
  if (indexed.length <= 1) return indexed[0];
  const [counted] = await runStatement<{ matches: string[] }>(source, counts(list, scope, indexed));
  const matches = counted?.matches.map(Number) ?? [];
  if (Math.min(...matches) <= COUNTED) return rarest(indexed, matches);
  const [explained] = await runStatement<{ 'QUERY PLAN': Explained }>(source, estimates(list, scope, indexed));
  return rarest(indexed, explained?.['QUERY PLAN'][0].Plan.Plans.map((plan) => plan['Plan Rows']) ?? []);
}

const rarest = (filters: readonly AppliedFilter[], matches: readonly number[]): AppliedFilter | undefined =>
  filters[matches.indexOf(Math.min(...matches))];

/** Returns one row with the `matches` of each filter, in order. */
function counts(list: List, scope: string, filters: readonly AppliedFilter[]): PageStatement {
  const parameters = new Parameters('once');
  const scoped = inScope(list, scope, parameters);
  const each = filters.map((filter) => {
    const matched = `SELECT FROM ${list.table} WHERE ${scoped} AND ${condition(list, filter, 'index', parameters)} ORDER BY created_at, id`;
    return `(SELECT count(*) FROM (${matched} LIMIT ${COUNTED + 1}) AS matched)`;
  });
  return statement(`SELECT ARRAY[${each.join(', ')}] AS matches`, parameters, [list.name, 'matches', ...filters.map(({ name }) => name)]);
}

/** The answer of {@link estimates}: one plan for each filter, in order. */
type Explained = [{ Plan: { Plans: { 'Plan Rows': number }[] } }];

/** Only planned, never run. */
function estimates(list: List, scope: string, filters: readonly AppliedFilter[]): PageStatement {
  const parameters = new Parameters('for the values');
  const each = filters.map(
    (filter) => `SELECT FROM ${list.table} WHERE ${inScope(list, scope, parameters)} AND ${condition(list, filter, 'index', parameters)}`,
  );
  return statement(`EXPLAIN (FORMAT JSON) ${each.join(' UNION ALL ')}`, parameters, []);
}
