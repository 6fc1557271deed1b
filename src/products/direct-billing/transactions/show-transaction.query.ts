import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import {
  joinNotifyStatus,
  NOTIFY_COLUMNS,
  type NotifyColumns,
  type NotifyStatus,
  notifyStatusOf,
} from '../../../platform/webhooks/outbox/notify-status.js';
import type { TransactionRow } from './transaction.responses.js';

const READ = {
  name: 'direct_billing_transaction_show',
  text: `SELECT t.id, t.status, gross_minor, net_minor, operator, phone_number, control, t.created_at, t.updated_at, ${NOTIFY_COLUMNS}
         FROM direct_billing_transaction t ${joinNotifyStatus('t.id')} WHERE t.id = $1 AND t.service_id = $2`,
};

@Injectable()
export class ShowDirectBillingTransactionQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws DomainError TRANSACTION_NOT_FOUND also for another service's transaction and an id of the wrong form. */
  async run(serviceId: string, transactionId: string): Promise<{ row: TransactionRow; notify: NotifyStatus }> {
    const [row] = isUuid(transactionId)
      ? await runNamed<TransactionRow & NotifyColumns>(this.dataSource, READ, [transactionId, serviceId])
      : [];
    if (!row) throw new DomainError('TRANSACTION_NOT_FOUND');
    return { row, notify: notifyStatusOf(row) };
  }
}
