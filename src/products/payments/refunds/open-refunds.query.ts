import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import { PaymentRefund } from './payment-refund.entity.js';

/** Refunds of which nobody knows yet whether the payer has the money, and those of which the channel has said different things. */
@Injectable()
export class OpenRefundsQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Those that wait longest first. */
  run(limit: number): Promise<PaymentRefund[]> {
    return this.dataSource.manager.find(PaymentRefund, {
      where: [{ status: In(['refund_new', 'refund_pending']) }, { contradiction: Not(IsNull()) }],
      order: { createdAt: 'ASC' },
      take: limit,
    });
  }
}
