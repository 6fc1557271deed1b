import { condition, type Given, inScope } from './conditions.js';
import type { List } from './list.js';
import { Parameters } from './parameters.js';
import { type PageStatement, statement } from './statement.js';

/** What an EXPLAIN of {@link estimate} answers: one plan for each filter, in order. */
export type Estimate = [{ Plan: { Plans: { 'Plan Rows': number }[] } }];

/**
 * Asks the planner how many rows each of several filters matches. Nothing is read: it knows of values that many rows have how many
 * those are, and takes the others for rare.
 */
export function estimate(list: List, scope: string, filters: readonly Given[]): PageStatement {
  const parameters = new Parameters('for the values');
  const matches = filters.map(
    (filter) =>
      `SELECT FROM ${list.table} WHERE ${inScope(list, scope, parameters)} AND ${condition(list, filter, 'index', parameters)}`,
  );
  return statement(`EXPLAIN (FORMAT JSON) ${matches.join(' UNION ALL ')}`, parameters, []);
}

/** The filter that matches the fewest rows; the first one of several. */
export function rarestOf(filters: readonly Given[], [{ Plan }]: Estimate): Given | undefined {
  const rows = Plan.Plans.map((plan) => plan['Plan Rows']);
  return filters[rows.indexOf(Math.min(...rows))];
}
