import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { matching, searchNewest, type SearchScope } from '../../../platform/listing/search-newest.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { DirectBillingTransaction } from './direct-billing-transaction.entity.js';

const LISTED_COLUMNS = selectionOf(DirectBillingTransaction, [
  'id',
  'serviceId',
  'status',
  'grossMinor',
  'operator',
  'phoneNumber',
  'control',
  'createdAt',
]);
export type FoundDirectBillingTransaction = RowOf<typeof LISTED_COLUMNS>;

/** What staff search for. A property that is null does not restrict the result. */
export interface DirectBillingSearch extends SearchScope {
  control: string | null;
  /** `48XXXXXXXXX`: the country code of Poland and nine digits. */
  phoneNumber: string | null;
  operator: string | null;
  status: string | null;
  /** Gross price in minor units of PLN. */
  grossMinor: number | null;
  /** The first and the last id with the payer number (`idsOfPayerNumber`). */
  ids: readonly [string, string] | null;
  /** Complete ids that the person who searches entered, in contrast to the range of `ids`. */
  wholeIds?: readonly string[] | null;
}

/** Finds transactions of any service for staff, newest first. */
@Injectable()
export class FindDirectBillingTransactionsQuery {
  constructor(private readonly dataSource: DataSource) {}

  run(search: DirectBillingSearch): Promise<FoundDirectBillingTransaction[]> {
    return searchNewest(this.dataSource, 'directbilling', LISTED_COLUMNS, search, [
      matching('t.control = ?', search.control),
      search.ids && { sql: 't.id BETWEEN ? AND ?', values: search.ids },
      search.wholeIds ? { sql: 't.id = ANY (?::uuid[])', values: [search.wholeIds] } : null,
      matching('t.phone_number = ?', search.phoneNumber),
      matching('t.gross_minor = ?', search.grossMinor),
      matching('t.operator = ?', search.operator),
      matching('t.status = ?', search.status),
    ]);
  }

  /** @returns at most ten ids in the range, both ends included. */
  async findIdsBetween([first, last]: readonly [string, string]): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      'SELECT id FROM direct_billing_transaction WHERE id BETWEEN $1 AND $2 ORDER BY id LIMIT 10',
      [first, last],
    );
    return rows.map(({ id }) => id);
  }
}
