import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { PaymentTransaction } from './payment-transaction.entity.js';

const SHOWN = selectionOf(PaymentTransaction, [
  'id',
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

const READ = {
  name: 'payment_transaction_show',
  text: `SELECT ${SHOWN.columns()} FROM payment_transaction WHERE id = $1 AND service_id = $2`,
};

@Injectable()
export class ShowPaymentQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws DomainError TRANSACTION_NOT_FOUND also for another service's payment and an id of the wrong form. */
  async run(serviceId: string, transactionId: string): Promise<RowOf<typeof SHOWN>> {
    const found = isUuid(transactionId) ? await runNamed<Record<string, unknown>>(this.dataSource, READ, [transactionId, serviceId]) : [];
    const [row] = SHOWN.rows(found);
    if (!row) throw new DomainError('TRANSACTION_NOT_FOUND');
    return row;
  }
}
