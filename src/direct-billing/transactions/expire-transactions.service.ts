import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../common/time/clocks.js';
import { Outbox } from '../../webhooks/outbox.js';
import { DirectBillingTransaction } from '../entities/direct-billing-transaction.entity.js';
import { TransactionStates } from './transaction-states.js';

const BATCH = 100;

/**
 * Rejects transactions nobody paid in time. One whose charge was sent to the operator is left alone: the operator may
 * have taken the money, so it is asked until its answer is definite.
 */
@Injectable()
export class ExpireTransactionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly states: TransactionStates,
    private readonly outbox: Outbox,
  ) {}

  /** @returns how many were rejected. */
  async run(): Promise<number> {
    let rejected = 0;
    for (;;) {
      const batch = await this.expireBatch();
      rejected += batch.length;
      for (const serviceId of new Set(batch)) this.outbox.wake(serviceId);
      if (batch.length < BATCH) return rejected;
    }
  }

  private expireBatch(): Promise<string[]> {
    return this.dataSource.transaction(async (tx) => {
      const due = await tx
        .createQueryBuilder(DirectBillingTransaction, 't')
        .where("t.status = 'transaction_db_new' AND t.expiresAt <= :now", { now: this.clock.now() })
        .andWhere("NOT EXISTS (SELECT FROM direct_billing_charge c WHERE c.transaction_id = t.id AND c.state = 'sent')")
        .orderBy('t.expiresAt')
        .limit(BATCH)
        .setLock('pessimistic_write', undefined, ['t'])
        .setOnLocked('skip_locked')
        .getMany();
      for (const row of due) await this.states.move(tx, row, 'transaction_db_rejected', 'expired', { rejection: 'expired', codeReference: null });
      return due.map((row) => row.serviceId);
    });
  }
}
