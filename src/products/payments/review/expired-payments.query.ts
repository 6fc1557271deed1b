import { Injectable } from '@nestjs/common';
import { Any, Between, DataSource, In, MoreThanOrEqual } from 'typeorm';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';

export interface ExpiredPayment {
  payment: PaymentTransaction;
  /** The attempts whose acquirers may have taken the payment's money, oldest first. */
  attempts: PaymentAttempt[];
}

export interface ExpiryPeriod {
  since: Date;
  /** null when the period has no end, because a clock that was ahead has recorded future times. */
  until: Date | null;
}

/** Finds payments that expired in a period, such as a period in which a clock was wrong. */
@Injectable()
export class ExpiredPaymentsQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns the payments in the order of their expiry. */
  async run({ since, until }: ExpiryPeriod, limit: number): Promise<ExpiredPayment[]> {
    const { manager } = this.dataSource;
    const payments = await manager.find(PaymentTransaction, {
      where: { status: 'transaction_expired', updatedAt: until ? Between(since, until) : MoreThanOrEqual(since) },
      order: { updatedAt: 'ASC', id: 'ASC' },
      take: limit,
    });
    const attempts = await manager.find(PaymentAttempt, {
      where: { transactionId: Any(payments.map(({ id }) => id)), state: In(['lapsed', 'expired']) },
      order: { startedAt: 'ASC', reference: 'ASC' },
    });
    const expiredById = new Map(payments.map((payment) => [payment.id, { payment, attempts: [] as PaymentAttempt[] }]));
    for (const attempt of attempts) expiredById.get(attempt.transactionId)?.attempts.push(attempt);
    return [...expiredById.values()];
  }
}
