import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { matching, searchNewest, type SearchScope } from '../../../platform/listing/search-newest.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { SmsTransaction } from './sms-transaction.entity.js';

const LISTED_COLUMNS = selectionOf(SmsTransaction, ['id', 'serviceId', 'usedAt', 'grossMinor', 'sendNumber', 'fromNumber', 'createdAt']);
export type FoundSmsTransaction = RowOf<typeof LISTED_COLUMNS>;

export interface SmsSearch extends SearchScope {
  /** Digits with the country code. */
  fromNumber: string | null;
  used: boolean | null;
  /** The short number to which the message was sent. */
  sendNumber: number | null;
  grossMinor: number | null;
  id?: string | null;
  /** The code that the payer received. */
  code?: string | null;
}

/** Finds transactions of any service for staff, newest first. */
@Injectable()
export class FindSmsTransactionsQuery {
  constructor(private readonly dataSource: DataSource) {}

  run(search: SmsSearch): Promise<FoundSmsTransaction[]> {
    return searchNewest(this.dataSource, 'sms', LISTED_COLUMNS, search, [
      matching('t.id = ?', search.id ?? null),
      matching("t.code = ? AND t.code <> ''", search.code ?? null),
      matching('t.from_number = ?', search.fromNumber),
      matching('t.send_number = ?', search.sendNumber),
      matching('t.gross_minor = ?', search.grossMinor),
      matching('(t.used_at IS NOT NULL) = ?', search.used),
    ]);
  }
}
