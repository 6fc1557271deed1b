import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isUuid } from '../../common/validation/is-uuid.js';
import { DomainError } from '../../common/errors/domain-error.js';
import { runNamed } from '../../database/named-query.js';
import { type NotifyStatus, NotifyStatusQuery } from '../../webhooks/notify-status.query.js';
import type { TransactionRow } from './transaction.responses.js';

const READ = {
  name: 'direct_billing_transaction_show',
  text: `SELECT id, status, gross_minor, net_minor, operator, phone_number, control, created_at, updated_at
         FROM direct_billing_transaction WHERE id = $1 AND service_id = $2`,
};

@Injectable()
export class ShowTransactionQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifyStatus: NotifyStatusQuery,
  ) {}

  /** @throws DomainError TRANSACTION_NOT_FOUND also for another service's transaction and an id of the wrong form. */
  async run(serviceId: string, transactionId: string): Promise<{ row: TransactionRow; notify: NotifyStatus }> {
    if (!isUuid(transactionId)) throw new DomainError('TRANSACTION_NOT_FOUND');
    const [[row], notify] = await Promise.all([
      runNamed<TransactionRow & object>(this.dataSource, READ, [transactionId, serviceId]),
      this.notifyStatus.of(transactionId),
    ]);
    if (!row) throw new DomainError('TRANSACTION_NOT_FOUND');
    return { row, notify };
  }
}
