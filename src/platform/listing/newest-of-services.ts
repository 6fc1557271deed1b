import type { DataSource } from 'typeorm';
import type { RowSelection } from '../../runtime/database/rows/row-selection.js';
import type { Area } from '../partners/services/service-status.js';

/** Which services are looked through, and how far back. */
export interface SearchScope {
  serviceId: string | null;
  partnerId: string | null;
  since: Date;
  limit: number;
}

/** A condition on a row `t`, with `?` where its value stands; without a value it is not asked for. */
export interface SearchCondition {
  sql: string;
  value: string | number | boolean | null;
}

/**
 * The newest matches over services, for staff who do not know the service. Each service is asked by itself and for no more than is wanted, so
 * that its own indexes on (service, what is sought, time) find them: what it costs follows the number of services, not that of rows.
 */
export async function newestOfServices<Row extends { createdAt: Date }>(
  source: DataSource,
  area: Area,
  rows: RowSelection<Row>,
  { serviceId, partnerId, since, limit }: SearchScope,
  conditions: readonly SearchCondition[],
): Promise<Row[]> {
  const given = conditions.filter(({ value }) => value !== null);
  const values: unknown[] = [area, serviceId, partnerId, since, limit];
  const matches = given.map(({ sql, value }) => ` AND ${sql.replace('?', `$${values.push(value)}`)}`);
  const found = await source.query<object[]>(
    `SELECT r.* FROM service s CROSS JOIN LATERAL (
       SELECT ${rows.columns('t')} FROM ${rows.table} t
       WHERE t.service_id = s.id AND t.created_at >= $4${matches.join('')} ORDER BY t.created_at DESC, t.id DESC LIMIT $5
     ) r
     WHERE s.area = $1 AND ($2::text IS NULL OR s.id = $2) AND ($3::uuid IS NULL OR s.partner_id = $3)
     ORDER BY r."createdAt" DESC LIMIT $5`,
    values,
  );
  return rows.rows(found);
}
