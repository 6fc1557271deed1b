import type { DataSource } from 'typeorm';
import type { PageRequest } from '../../../src/common/pagination/list.request.js';
import { condition, inScope } from '../../../src/platform/listing/lists/conditions.js';
import type { List } from '../../../src/platform/listing/lists/list.js';
import { type PageRow, pageSql } from '../../../src/platform/listing/lists/page-sql.js';
import { Parameters } from '../../../src/platform/listing/lists/parameters.js';
import { positionFromBucket } from '../../../src/platform/listing/lists/page-positions.js';

/** Reads a page through the counters, however small the list is. The gateway itself skips up to a thousand rows in the index instead. */
export async function pageFromBucket(
  dataSource: DataSource,
  list: List,
  scope: string,
  statusFilter: { name: string; value: unknown } | undefined,
  request: PageRequest,
): Promise<{ total: number; ids: string[] }> {
  const parameters = new Parameters('once');
  const status = statusFilter && parameters.add(list.countedBy.statusOf(statusFilter.value as never), 'text');
  const position = positionFromBucket({ list: parameters.add(list.counter(scope), 'text'), status }, request, parameters);
  const filter = statusFilter && condition(list, { ...statusFilter, use: 'index' }, 'index', parameters);
  const where = [inScope(list, scope, parameters), ...(filter ? [filter] : [])].join(' AND ');
  const rows = await dataSource.query<PageRow<{ id: string }>[]>(pageSql(list, position, where, request.newestFirst), parameters.values);
  return { total: Number(rows[0]?.list_total), ids: rows.filter(({ listed }) => listed).map(({ id }) => id) };
}
