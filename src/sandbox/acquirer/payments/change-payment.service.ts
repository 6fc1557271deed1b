import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Payment } from './payment.js';
import { PaymentQuery } from './payment.query.js';

/** Changes one payment at a time, as its books show it then. */
@Injectable()
export class ChangePaymentService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly payments: PaymentQuery,
  ) {}

  /** @returns the payment after the change, or null when there is none of this id. */
  async run(id: string, change: (tx: EntityManager, payment: Payment) => Promise<void>): Promise<Payment | null> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query('SELECT FROM sandbox.acquirer_payment WHERE id = $1 FOR UPDATE', [id]);
      const payment = await this.payments.byId(id, tx);
      if (!payment) return null;
      await change(tx, payment);
      return this.payments.byId(id, tx);
    });
  }
}
