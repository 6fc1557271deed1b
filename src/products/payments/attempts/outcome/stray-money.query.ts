import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { PaymentAttempt } from '../payment-attempt.entity.js';

/** Money that is no payment's: on its way back, back, or for staff to deal with. */
@Injectable()
export class StrayMoneyQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  run(limit: number): Promise<PaymentAttempt[]> {
    return this.dataSource.manager.find(PaymentAttempt, {
      where: { state: In(['return_due', 'returned', 'suspense']) },
      order: { updatedAt: 'DESC' },
      take: limit,
    });
  }
}
