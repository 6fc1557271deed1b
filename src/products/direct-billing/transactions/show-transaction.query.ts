import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { batchedLookup } from '../../../runtime/database/batched-lookup.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import {
  joinNotifyStatus,
  NOTIFY_COLUMNS,
  type NotifyColumns,
  type NotifyStatus,
  notifyStatusOf,
} from '../../../platform/webhooks/outbox/notify-status.js';
import { DirectBillingTransaction } from './direct-billing-transaction.entity.js';

const DETAIL_COLUMNS = selectionOf(DirectBillingTransaction, [
  'id',
  'serviceId',
  'status',
  'grossMinor',
  'netMinor',
  'operator',
  'phoneNumber',
  'control',
  'createdAt',
  'updatedAt',
]);

export type TransactionDetailRow = RowOf<typeof DETAIL_COLUMNS>;
type FoundRow = { id: string; serviceId: string } & NotifyColumns;

const READ_TRANSACTIONS = {
  name: 'direct_billing_transaction_show',
  text: `SELECT ${DETAIL_COLUMNS.columns('t')}, ${NOTIFY_COLUMNS}
         FROM direct_billing_transaction t ${joinNotifyStatus('t.id')} WHERE t.id = ANY ($1)`,
};

/** Shows one transaction. Concurrent requests share one statement. */
@Injectable()
export class ShowDirectBillingTransactionQuery {
  private readonly lookUp: (id: string) => Promise<FoundRow | null>;

  constructor(dataSource: DataSource) {
    this.lookUp = batchedLookup<FoundRow>(dataSource, READ_TRANSACTIONS, ({ id }) => id);
  }

  /** @throws DomainError TRANSACTION_NOT_FOUND also for a transaction of another service and for a malformed id. */
  async run(serviceId: string, transactionId: string): Promise<{ row: TransactionDetailRow; notify: NotifyStatus }> {
    const foundRow = isUuid(transactionId) ? await this.lookUp(transactionId) : null;
    const [row] = foundRow?.serviceId === serviceId ? DETAIL_COLUMNS.rows([{ ...foundRow }]) : []; // a copy, because a concurrent request may get the same object
    if (!row) throw new DomainError('TRANSACTION_NOT_FOUND');
    return { row, notify: notifyStatusOf(row) };
  }
}
