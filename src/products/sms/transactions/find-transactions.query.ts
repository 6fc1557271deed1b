import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { newestOfServices, type SearchScope } from '../../../platform/listing/newest-of-services.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { SmsTransaction } from './sms-transaction.entity.js';

const FOUND = selectionOf(SmsTransaction, ['id', 'serviceId', 'usedAt', 'grossMinor', 'sendNumber', 'fromNumber', 'createdAt']);
export type FoundSmsTransaction = RowOf<typeof FOUND>;

export interface SmsSearch extends SearchScope {
  /** As it is kept: digits with the country's. */
  fromNumber: string | null;
  used: boolean | null;
}

/** Messages sold by any service by what a caller tells staff on the telephone, newest first. */
@Injectable()
export class FindSmsTransactionsQuery {
  constructor(private readonly dataSource: DataSource) {}

  run(search: SmsSearch): Promise<FoundSmsTransaction[]> {
    return newestOfServices(this.dataSource, 'sms', FOUND, search, [
      { sql: 't.from_number = ?', value: search.fromNumber },
      { sql: '(t.used_at IS NOT NULL) = ?', value: search.used },
    ]);
  }
}
