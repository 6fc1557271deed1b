import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import {
  joinNotifyStatus,
  NOTIFY_COLUMNS,
  type NotifyColumns,
  type NotifyStatus,
  notifyStatusOf,
} from '../../../platform/webhooks/outbox/notify-status.js';
import { DirectBillingTransaction } from './direct-billing-transaction.entity.js';

const SHOWN = selectionOf(DirectBillingTransaction, [
  'id',
  'status',
  'grossMinor',
  'netMinor',
  'operator',
  'phoneNumber',
  'control',
  'createdAt',
  'updatedAt',
]);

const READ = {
  name: 'direct_billing_transaction_show',
  text: `SELECT ${SHOWN.columns('t')}, ${NOTIFY_COLUMNS}
         FROM direct_billing_transaction t ${joinNotifyStatus('t.id')} WHERE t.id = $1 AND t.service_id = $2`,
};

@Injectable()
export class ShowDirectBillingTransactionQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws DomainError TRANSACTION_NOT_FOUND also for another service's transaction and an id of the wrong form. */
  async run(serviceId: string, transactionId: string): Promise<{ row: RowOf<typeof SHOWN>; notify: NotifyStatus }> {
    const found = isUuid(transactionId) ? await runNamed<NotifyColumns & object>(this.dataSource, READ, [transactionId, serviceId]) : [];
    const [row] = SHOWN.rows(found);
    if (!row) throw new DomainError('TRANSACTION_NOT_FOUND');
    return { row, notify: notifyStatusOf(row) };
  }
}
