import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/page-query.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { ListingPages, type PageStart, type RowsStatement } from '../../../platform/listing/listing-pages.js';
import type { SmsTransactionFilter } from '../dto/transaction-list.query.js';
import { SmsTransaction } from '../entities/sms-transaction.entity.js';
import { smsTransactionList, usedStatus } from './transaction-list.js';

const LISTED = selectionOf(SmsTransaction, ['id', 'fromNumber', 'sendNumber', 'code', 'usedAt', 'netMinor', 'sentAt', 'createdAt']);
type SmsTransactionRow = RowOf<typeof LISTED>;
const COLUMNS = `${LISTED.columns()}, created_at`;

const CONDITIONS = {
  used: (at: number) => `(used_at IS NOT NULL) = $${at}`,
  from: (at: number) => `from_number = $${at}`,
  code: (at: number) => `code = $${at}`,
  send_number: (at: number) => `send_number = $${at}`,
} as const;
type Condition = keyof typeof CONDITIONS;

/** One page of a service's transactions. Without a filter and by `used` the total comes from counters, otherwise the matches are counted. */
@Injectable()
export class SmsTransactionListQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pages: ListingPages,
  ) {}

  async run(serviceId: string, filter: SmsTransactionFilter, request: PageRequest): Promise<Page<SmsTransactionRow>> {
    const values = { ...filter, ...(filter.from !== undefined && { from: filter.from.replace('+', '') }) };
    const given = (Object.keys(CONDITIONS) as Condition[]).filter((name) => values[name] !== undefined && values[name] !== null);
    const chosen = given.map((name) => values[name]);
    if (given.some((name) => name !== 'used')) return this.counted(serviceId, given, chosen, request);
    const status = filter.used === undefined || filter.used === null ? undefined : usedStatus(filter.used);
    const from = (start: PageStart): RowsStatement => rowsFrom(serviceId, given, chosen, start);
    const listed = await this.pages.read<object>(smsTransactionList(serviceId), request, from, status);
    return { total: listed.total, rows: LISTED.rows(listed.rows) };
  }

  private async counted(serviceId: string, given: Condition[], chosen: unknown[], request: PageRequest): Promise<Page<SmsTransactionRow>> {
    const count = {
      name: `sms_transaction_count:${given.join()}`,
      text: `SELECT count(*) AS total FROM sms_transaction WHERE ${where(given)}`,
    };
    const { newestFirst, size, page } = request;
    const start = {
      newestFirst,
      bound: newestFirst ? new Date('9999-12-31T00:00:00Z') : new Date(0),
      skip: (page - 1) * size,
      limit: size,
    };
    const statement = rowsFrom(serviceId, given, chosen, start);
    const [[counted], rows] = await Promise.all([
      runNamed<{ total: string }>(this.dataSource, count, [serviceId, ...chosen]),
      runNamed<object>(this.dataSource, statement, statement.values),
    ]);
    return { total: Number(counted?.total ?? 0), rows: LISTED.rows(rows) };
  }
}

function rowsFrom(serviceId: string, given: readonly Condition[], chosen: readonly unknown[], start: PageStart): RowsStatement {
  const [compare, order] = start.newestFirst ? ['<', 'DESC'] : ['>=', 'ASC'];
  const next = given.length + 2;
  return {
    name: `sms_transaction_list:${order}:${given.join()}`,
    text: `SELECT ${COLUMNS} FROM sms_transaction WHERE ${where(given)} AND created_at ${compare} $${next}
           ORDER BY created_at ${order}, id ${order} OFFSET $${next + 1} LIMIT $${next + 2}`,
    values: [serviceId, ...chosen, start.bound, start.skip, start.limit],
  };
}

function where(given: readonly Condition[]): string {
  return ['service_id = $1', ...given.map((name, index) => CONDITIONS[name](index + 2))].join(' AND ');
}
