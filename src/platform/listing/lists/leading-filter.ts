import { condition, type Given, inScope } from './conditions.js';
import type { List } from './list.js';
import { Parameters } from './parameters.js';
import { type PageSource, type PageStatement, runStatement, statement } from './statement.js';

/** So many matches are counted of each of several filters: in an index alone that takes a fraction of a millisecond. */
const COUNTED = 1_000;

/**
 * The filter whose index a page is read from: the rarest. What has few matches is found by counting, so no statistics can lead it astray.
 * Where all have many, the planner is asked, whose statistics know how often such values occur.
 * @returns undefined when none of them has an index.
 */
export async function leadingFilter(source: PageSource, list: List, scope: string, given: readonly Given[]): Promise<Given | undefined> {
  const indexed = given.filter(({ use }) => use === 'index');
  if (indexed.length <= 1) return indexed[0];
  const [counted] = await runStatement<{ matches: string[] }>(source, counts(list, scope, indexed));
  const matches = counted?.matches.map(Number) ?? [];
  if (Math.min(...matches) <= COUNTED) return rarest(indexed, matches);
  const [explained] = await runStatement<{ 'QUERY PLAN': Explained }>(source, estimates(list, scope, indexed));
  return rarest(indexed, explained?.['QUERY PLAN'][0].Plan.Plans.map((plan) => plan['Plan Rows']) ?? []);
}

/** The first one of several that are. */
const rarest = (filters: readonly Given[], matches: readonly number[]): Given | undefined => filters[matches.indexOf(Math.min(...matches))];

/** Answers in one row the `matches` of each filter, in order. */
function counts(list: List, scope: string, filters: readonly Given[]): PageStatement {
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

/** Is planned and not run. */
function estimates(list: List, scope: string, filters: readonly Given[]): PageStatement {
  const parameters = new Parameters('for the values');
  const each = filters.map(
    (filter) => `SELECT FROM ${list.table} WHERE ${inScope(list, scope, parameters)} AND ${condition(list, filter, 'index', parameters)}`,
  );
  return statement(`EXPLAIN (FORMAT JSON) ${each.join(' UNION ALL ')}`, parameters, []);
}
