import type { List } from './list.js';

/** A row of a page with the list's total. An empty page is one row with `listed` false. */
export type PageRow<Row> = Row & { listed: boolean; list_total: string };

/**
 * Reads the page at `place` in one statement, and so in one snapshot: total, position and rows are consistent. An index-only scan skips the
 * rows before the page, and only the page's own rows are fetched. When the boundary is within the page, rows on both sides of it are read.
 * @param place CTEs, see {@link positionFromNearestEnd}.
 * @param where the condition on the table's rows.
 */
export function pageSql(list: List, place: string, where: string, newestFirst: boolean): string {
  const order = newestFirst ? 'DESC' : 'ASC';
  return `
    WITH ${place},
    page AS (
      (SELECT id FROM ${list.table} WHERE ${where} AND created_at >= (SELECT boundary FROM place) ORDER BY created_at, id
        OFFSET (SELECT greatest(position - last, 0) FROM place) LIMIT (SELECT greatest(least(position, last) - first, 0) FROM place))
      UNION ALL
      (SELECT id FROM ${list.table} WHERE ${where} AND created_at < (SELECT boundary FROM place) ORDER BY created_at DESC, id DESC
        OFFSET (SELECT greatest(first - position, 0) FROM place) LIMIT (SELECT greatest(last - greatest(first, position), 0) FROM place))
    )
    SELECT place.total AS list_total, r.id IS NOT NULL AS listed, ${list.selection.columns('r')}
    FROM place LEFT JOIN ${list.table} AS r ON r.id = ANY (ARRAY(SELECT id FROM page))
    ORDER BY r.created_at ${order}, r.id ${order}`;
}
