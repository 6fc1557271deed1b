import type { PageRequest } from '../../../common/pagination/list.request.js';
import { condition, type Given, inScope } from './conditions.js';
import type { List } from './list.js';
import { Parameters } from './parameters.js';
import { type PageStatement, statement } from './statement.js';

/** A filter with no more matches is not worth a plan of its own. */
const FEW = 1_000;

/**
 * A page of what several filters match together, when one of them has few matches: those are taken from its index and looked at, whatever
 * the others match and whatever the planner believes. `listed` is null when each of them has many.
 */
export function fewMatchesPage(
  list: List,
  scope: string,
  given: readonly Given[],
  { page, size, newestFirst }: PageRequest,
): PageStatement {
  const parameters = new Parameters('once');
  const scoped = inScope(list, scope, parameters);
  const indexed = given.filter(({ use }) => use === 'index');
  const ids = indexed.map(
    (filter, index) =>
      `m${index} AS MATERIALIZED (SELECT id FROM ${list.table} WHERE ${scoped} AND ${condition(list, filter, 'index', parameters)} ORDER BY created_at, id LIMIT ${FEW + 1})`,
  );
  const sizes = indexed.map((_, index) => `(SELECT count(*) FROM m${index})`).join(', ');
  const fewest = indexed.map((_, index) => `SELECT id FROM m${index} WHERE (SELECT fewest = sizes[${index + 1}] AND few FROM size)`);
  const looked = given.map((filter) => condition(list, filter, 'look', parameters));
  const order = newestFirst ? 'DESC' : 'ASC';
  const text = `
    WITH ${ids.join(', ')},
    size AS MATERIALIZED (
      SELECT sizes, fewest, fewest <= ${FEW} AS few FROM (SELECT ARRAY[${sizes}] AS sizes) AS s, LATERAL (SELECT min(n) AS fewest FROM unnest(sizes) AS n) AS f
    ),
    matched AS MATERIALIZED (
      SELECT id, created_at FROM ${list.table} WHERE id = ANY (ARRAY(${fewest.join(' UNION ALL ')})) AND ${[scoped, ...looked].join(' AND ')}
    ),
    page AS (
      SELECT id FROM matched ORDER BY created_at ${order}, id ${order} OFFSET ${parameters.add((page - 1) * size, 'bigint')} LIMIT ${parameters.add(size, 'bigint')}
    )
    SELECT (SELECT count(*) FROM matched) AS list_total, CASE WHEN few THEN r.id IS NOT NULL END AS listed, ${list.selection.columns('r')}
    FROM size LEFT JOIN ${list.table} AS r ON r.id = ANY (ARRAY(SELECT id FROM page))
    ORDER BY r.created_at ${order}, r.id ${order}`;
  const name = [list.name, newestFirst ? 'newest' : 'oldest', 'few', ...given.map((filter) => `${filter.name} ${filter.use}`)];
  return statement(text, parameters, name);
}
