import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PaymentTransaction } from '../transactions/payment-transaction.entity.js';

/** Payments whose money is held until somebody has looked at them. */
@Injectable()
export class HeldPaymentsQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Those that wait longest first. */
  run(limit: number): Promise<PaymentTransaction[]> {
    return this.dataSource.manager.find(PaymentTransaction, {
      where: { status: 'transaction_fraud_possibility' },
      order: { heldAt: 'ASC' },
      take: limit,
    });
  }
}
