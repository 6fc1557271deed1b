import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { type NamedQuery, runNamed } from '../../../runtime/database/named-query.js';
import { LIST_REFUNDS, SHOW_REFUND, REFUND_COLUMNS, type RefundRow } from './refund-statements.js';

/** Reads a payment's refunds for its partner. */
@Injectable()
export class RefundsQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. @throws DomainError TRANSACTION_NOT_FOUND, also for another service's payment and for a malformed id. */
  listRefunds(serviceId: string, transactionId: string): Promise<RefundRow[]> {
    return this.read(LIST_REFUNDS, transactionId, serviceId);
  }

  /** @throws DomainError TRANSACTION_NOT_FOUND like `listRefunds`, ROUTE_NOT_FOUND when the payment has no such refund. */
  async findRefund(serviceId: string, transactionId: string, refundId: string): Promise<RefundRow> {
    // A malformed id is replaced by the payment's id, which no refund has. The response then depends on the payment alone.
    const wellFormedId = isUuid(refundId) ? refundId : transactionId;
    const [refund] = await this.read(SHOW_REFUND, transactionId, serviceId, wellFormedId);
    if (!refund) throw new DomainError('ROUTE_NOT_FOUND');
    return refund;
  }

  private async read(query: NamedQuery, transactionId: string, ...parameters: string[]): Promise<RefundRow[]> {
    const rows = isUuid(transactionId)
      ? await runNamed<Record<string, unknown>>(this.dataSource, query, [transactionId, ...parameters])
      : [];
    if (rows.length === 0) throw new DomainError('TRANSACTION_NOT_FOUND');
    // A payment without such refunds has one row of nulls.
    return REFUND_COLUMNS.rows(rows.filter(({ id }) => id !== null));
  }
}
