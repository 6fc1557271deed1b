import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { PaymentAttempt } from '../payment-attempt.entity.js';

/** Attempts of which a channel has said different things, with the word that contradicts what was entered. */
@Injectable()
export class ContradictedPaymentsQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Those that wait longest first. */
  run(limit: number): Promise<PaymentAttempt[]> {
    return this.dataSource.manager.find(PaymentAttempt, {
      where: { contradiction: Not(IsNull()) },
      order: { contradictedAt: 'ASC' },
      take: limit,
    });
  }
}
