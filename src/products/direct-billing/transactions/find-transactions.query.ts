import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { newestOfServices, type SearchScope } from '../../../platform/listing/newest-of-services.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { DirectBillingTransaction } from './direct-billing-transaction.entity.js';

const FOUND = selectionOf(DirectBillingTransaction, [
  'id',
  'serviceId',
  'status',
  'grossMinor',
  'operator',
  'phoneNumber',
  'control',
  'createdAt',
]);
export type FoundDirectBillingTransaction = RowOf<typeof FOUND>;

export interface DirectBillingSearch extends SearchScope {
  control: string | null;
  /** As it is kept: `48XXXXXXXXX`. */
  phoneNumber: string | null;
  operator: string | null;
  status: string | null;
}

/** Transactions of any service by what a caller tells staff on the telephone, newest first. */
@Injectable()
export class FindDirectBillingTransactionsQuery {
  constructor(private readonly dataSource: DataSource) {}

  run(search: DirectBillingSearch): Promise<FoundDirectBillingTransaction[]> {
    return newestOfServices(this.dataSource, 'directbilling', FOUND, search, [
      { sql: 't.control = ?', value: search.control },
      { sql: 't.phone_number = ?', value: search.phoneNumber },
      { sql: 't.operator = ?', value: search.operator },
      { sql: 't.status = ?', value: search.status },
    ]);
  }
}
