import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/page-query.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { ListingPages, type PageStart, type RowsStatement } from '../../../platform/listing/listing-pages.js';
import type { TransactionFilter } from '../dto/transaction-list.query.js';
import { DirectBillingTransaction } from '../entities/direct-billing-transaction.entity.js';
import { readMobileNumber } from '../phone-number.js';
import { transactionList } from './transaction-list.js';

const LISTED = selectionOf(DirectBillingTransaction, ['id', 'status', 'grossMinor', 'netMinor', 'operator', 'createdAt', 'updatedAt']);
type TransactionRow = RowOf<typeof LISTED>;
// The order is that of what is read, so it goes by the columns of the table.
const COLUMNS = `${LISTED.columns()}, created_at`;

/** Columns a caller may filter by, in the order of their parameters. */
type Column = 'status' | 'control' | 'phone_number';

@Injectable()
export class DirectBillingTransactionListQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pages: ListingPages,
  ) {}

  /** One page of a service's transactions. Without a selective filter nothing is counted and no rows are walked to reach the page. */
  async run(serviceId: string, filter: TransactionFilter, page: PageRequest): Promise<Page<TransactionRow>> {
    const conditions = conditionsOf(filter);
    if (conditions.some(([column]) => column !== 'status')) return this.selected(serviceId, conditions, page);
    const listed = await this.pages.read<object>(
      transactionList(serviceId),
      page,
      (start) => rowsFrom(serviceId, filter.status, start),
      filter.status,
    );
    return { total: listed.total, rows: LISTED.rows(listed.rows) };
  }

  /** A control or phone number picks few rows: an index counts them, at a cost that follows their number. */
  private async selected(serviceId: string, conditions: [Column, string][], page: PageRequest): Promise<Page<TransactionRow>> {
    const where = ['service_id = $1', ...conditions.map(([column], index) => `${column} = $${index + 2}`)].join(' AND ');
    const values = [serviceId, ...conditions.map(([, value]) => value)];
    const direction = page.newestFirst ? 'DESC' : 'ASC';
    // PostgreSQL cuts names after 63 characters.
    const name = `direct_billing_list_by_${conditions.map(([column]) => column).join('_')}`;
    const [[counted], rows] = await Promise.all([
      runNamed<{ total: string }>(
        this.dataSource,
        { name: `${name}_count`, text: `SELECT count(*) AS total FROM direct_billing_transaction WHERE ${where}` },
        values,
      ),
      runNamed<object>(
        this.dataSource,
        {
          name: `${name}_${direction}`,
          text: `SELECT ${COLUMNS} FROM direct_billing_transaction WHERE ${where} ORDER BY created_at ${direction}, id ${direction}
                 OFFSET $${values.length + 1} LIMIT $${values.length + 2}`,
        },
        [...values, (page.page - 1) * page.size, page.size],
      ),
    ]);
    return { rows: LISTED.rows(rows), total: Number(counted?.total ?? 0) };
  }
}

function conditionsOf({ status, control, phoneNumber }: TransactionFilter): [Column, string][] {
  const given: [Column, string | undefined][] = [
    ['status', status],
    ['control', control],
    ['phone_number', phoneNumber === undefined ? undefined : (readMobileNumber(phoneNumber) ?? phoneNumber)],
  ];
  return given.filter((condition): condition is [Column, string] => condition[1] !== undefined);
}

function rowsFrom(serviceId: string, status: string | undefined, { newestFirst, bound, skip, limit }: PageStart): RowsStatement {
  const [operator, direction] = newestFirst ? ['<', 'DESC'] : ['>=', 'ASC'];
  return {
    name: `direct_billing_transactions_${direction}${status ? '_status' : ''}`,
    text: `SELECT ${COLUMNS} FROM direct_billing_transaction WHERE service_id = $1 AND created_at ${operator} $2${status ? ' AND status = $5' : ''}
           ORDER BY created_at ${direction}, id ${direction} OFFSET $3 LIMIT $4`,
    values: [serviceId, bound, skip, limit, ...(status ? [status] : [])],
  };
}
