import type { DataSource } from 'typeorm';
import type { RowSelection } from '../../runtime/database/rows/row-selection.js';
import type { Area } from '../partners/services/service-status.js';
import { inScopeSql } from './service-scope.js';

/** The services and the time range to search. */
export interface SearchScope {
  serviceId: string | null;
  partnerId: string | null;
  since: Date;
  /** Exclusive. Null means until now. */
  until: Date | null;
  limit: number;
  /** Only these services. Absent or null means all. */
  serviceIds?: readonly string[] | null;
  /** Only rows after this position in the list. */
  startAfter?: ListCursor | null;
}

/** A position in a list that is sorted newest first: after a row, or at a time. */
export interface ListCursor {
  at: Date;
  /**
   * The last row before the position, created `at` that time. Or `all` or `none`: whether rows created at that time are after the position.
   */
  row: { id: string } | 'all' | 'none';
}

/** An SQL condition on a row `t`, with `?` in place of each value. */
export interface SearchCondition {
  sql: string;
  values: readonly unknown[];
}

/** @returns no condition when the value is null. */
export const matching = (sql: string, value: string | number | boolean | null): SearchCondition | null =>
  value === null ? null : { sql, values: [value] };

/**
 * The newest matches over several services, for staff who do not know the service. Each service is searched separately through the indexes
 * on (service, column, time), so the cost depends on the number of services, not of rows.
 */
export async function searchNewest<Row extends { id: unknown; createdAt: Date }>(
  source: DataSource,
  area: Area,
  selection: RowSelection<Row>,
  { serviceId, partnerId, since, until, limit, serviceIds = null, startAfter = null }: SearchScope,
  conditions: readonly (SearchCondition | null)[],
): Promise<Row[]> {
  const applied = [...conditions, until && { sql: 't.created_at < ?', values: [until] }, startAfter && cursorCondition(startAfter)].filter(
    (condition) => condition !== null,
  );
  const values: unknown[] = [area, serviceId, partnerId, since, limit, serviceIds];
  const conditionsSql = applied.map((condition) => {
    const remaining = [...condition.values];
    return ` AND ${condition.sql.replaceAll('?', () => `$${values.push(remaining.shift())}`)}`;
  });
  const rows = await source.query<object[]>(
    `SELECT r.* FROM service s CROSS JOIN LATERAL (
       SELECT ${selection.columns('t')} FROM ${selection.table} t
       WHERE t.service_id = s.id AND t.created_at >= $4${conditionsSql.join('')} ORDER BY t.created_at DESC, t.id DESC LIMIT $5
     ) r
     WHERE s.area = $1 AND ($2::text IS NULL OR s.id = $2) AND ${inScopeSql('s', '$3', '$6')}
     ORDER BY r."createdAt" DESC, r.id DESC LIMIT $5`,
    values,
  );
  return selection.rows(rows);
}

function cursorCondition({ at, row }: ListCursor): SearchCondition {
  if (row === 'all') return { sql: 't.created_at <= ?', values: [at] };
  return row === 'none' ? { sql: 't.created_at < ?', values: [at] } : { sql: '(t.created_at, t.id) < (?, ?)', values: [at, row.id] };
}
