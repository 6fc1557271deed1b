import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Payment } from './payment.js';
import { PaymentQueries } from './payment.queries.js';

/** Changes a payment while its row is locked. */
@Injectable()
export class ChangePaymentService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly payments: PaymentQueries,
  ) {}

  /**
   * @param code reference of the code that the returned payment contains
   * @returns the payment after the change; null when no payment has this id
   */
  async run(
    id: string,
    change: (tx: EntityManager, payment: Payment) => Promise<void>,
    code: string | null = null,
  ): Promise<Payment | null> {
    return this.dataSource.transaction((tx) => this.changeLocked(tx, id, (payment) => change(tx, payment), code));
  }

  /** Like `run`, in the caller's transaction. */
  async changeLocked(
    tx: EntityManager,
    id: string,
    change: (payment: Payment) => Promise<void>,
    code: string | null = null,
  ): Promise<Payment | null> {
    await tx.query('SELECT FROM sandbox.acquirer_payment WHERE id = $1 FOR NO KEY UPDATE', [id]);
    const payment = await this.payments.byId(id, tx);
    if (!payment) return null;
    await change(payment);
    return this.payments.byId(id, tx, code);
  }
}
