import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { matching, searchNewest, type SearchCondition, type SearchScope } from '../../../platform/listing/search-newest.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { PayerEmailHash } from './payer-email-hash.js';
import { PaymentTransaction } from './payment-transaction.entity.js';

const COLUMNS = selectionOf(PaymentTransaction, [
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
export type FoundPayment = RowOf<typeof COLUMNS>;

export interface PaymentSearch extends SearchScope {
  control: string | null;
  email: string | null;
  amountMinor: number | null;
  currency?: string | null;
  /** The payer transaction id: eight characters that the payer sees. */
  payerTransactionId: string | null;
  channel: string | null;
  status: string | null;
  /** Ids of payments or of their refunds. */
  ids?: readonly string[] | null;
}

const HAS_ID = 't.id = ANY (?::uuid[]) OR t.id IN (SELECT transaction_id FROM payment_refund WHERE id = ANY (?::uuid[]))';

/** Finds payments of any service for staff, newest first. */
@Injectable()
export class FindPaymentsQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly emailHash: PayerEmailHash,
  ) {}

  async run(search: PaymentSearch): Promise<FoundPayment[]> {
    const { email } = search;
    if (email === null) return this.find(search);
    return this.find(search, { sql: 't.email_hash = ANY (?::bytea[])', values: [this.emailHash.allHashes(email)] });
  }

  private find(search: PaymentSearch, byEmail: SearchCondition | null = null): Promise<FoundPayment[]> {
    return searchNewest(this.dataSource, 'payment', COLUMNS, search, [
      byEmail,
      search.ids ? { sql: `(${HAS_ID})`, values: [search.ids, search.ids] } : null,
      matching('t.control = ?', search.control),
      matching('t.payer_transaction_id = ?', search.payerTransactionId),
      matching('t.amount_minor = ?', search.amountMinor),
      matching('t.currency = ?', search.currency ?? null),
      matching('t.channel = ?', search.channel),
      matching('t.status = ?', search.status),
    ]);
  }
}
