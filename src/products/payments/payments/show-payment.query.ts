import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { batchedLookup } from '../../../runtime/database/batched-lookup.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { PaymentTransaction } from './payment-transaction.entity.js';

const COLUMNS = selectionOf(PaymentTransaction, [
  'id',
  'serviceId',
  'payerTransactionId',
  'status',
  'amountMinor',
  'currency',
  'plnMinor',
  'plnRate',
  'commissionMinor',
  'channel',
  'control',
  'description',
  'successUrl',
  'failureUrl',
  'customer',
  'antifraud',
  'billing',
  'shipping',
  'cart',
  'paidAt',
  'expiresAt',
  'createdAt',
  'updatedAt',
]);

export type ShownPayment = RowOf<typeof COLUMNS>;
type RawRow = { id: string; serviceId: string };

const FIND_BY_IDS = {
  name: 'payment_transaction_show',
  text: `SELECT ${COLUMNS.columns()} FROM payment_transaction WHERE id = ANY ($1)`,
};

/** Shows one payment. Concurrent requests are read in one statement. */
@Injectable()
export class ShowPaymentQuery {
  private readonly lookUp: (id: string) => Promise<RawRow | null>;

  constructor(dataSource: DataSource) {
    this.lookUp = batchedLookup<RawRow>(dataSource, FIND_BY_IDS, ({ id }) => id);
  }

  /** @throws DomainError TRANSACTION_NOT_FOUND, also for a payment of another service and for a malformed id. */
  async run(serviceId: string, transactionId: string): Promise<ShownPayment> {
    const rawRow = isUuid(transactionId) ? await this.lookUp(transactionId) : null;
    const [row] = rawRow?.serviceId === serviceId ? COLUMNS.rows([{ ...rawRow }]) : []; // a copy, because a concurrent request may have the same row
    if (!row) throw new DomainError('TRANSACTION_NOT_FOUND');
    return row;
  }
}
