import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { newestOfServices, type SearchScope } from '../../../platform/listing/newest-of-services.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { PaymentTransaction } from './payment-transaction.entity.js';

const FOUND = selectionOf(PaymentTransaction, [
  'id',
  'serviceId',
  'status',
  'amountMinor',
  'currency',
  'channel',
  'customer',
  'control',
  'createdAt',
]);
export type FoundPayment = RowOf<typeof FOUND>;

export interface PaymentSearch extends SearchScope {
  control: string | null;
  email: string | null;
  channel: string | null;
  status: string | null;
}

/** Payments of any service by what staff are told on the telephone, newest first. An e-mail address has no index: its time is looked through. */
@Injectable()
export class FindPaymentsQuery {
  constructor(private readonly dataSource: DataSource) {}

  run(search: PaymentSearch): Promise<FoundPayment[]> {
    return newestOfServices(this.dataSource, 'payment', FOUND, search, [
      { sql: 't.control = ?', value: search.control },
      { sql: "lower(t.customer->>'email') = lower(?)", value: search.email },
      { sql: 't.channel = ?', value: search.channel },
      { sql: 't.status = ?', value: search.status },
    ]);
  }
}
