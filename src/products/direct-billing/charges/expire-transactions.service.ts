import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';
import { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';
import { DirectBillingTransactionQueries } from '../transactions/transaction.queries.js';
import { TRANSACTION } from '../transactions/transaction-subject.js';

const BATCH_SIZE = 500;

/**
 * Rejects transactions that were not paid in time. A transaction with a charge in state `sent` does not expire: the operator may have taken the
 * money, and is polled until the outcome is definite.
 */
@Injectable()
export class ExpireTransactionsService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly transactions: DirectBillingTransactionQueries,
  ) {}

  /** @returns whether more transactions may be due. */
  batch(): Promise<boolean> {
    return this.changes.transaction((unit) => this.expireBatch(unit));
  }

  private async expireBatch(unit: UnitOfWork): Promise<boolean> {
    const dueIds = await this.transactions.lockDueIds(unit.tx, this.clock.now(), BATCH_SIZE);
    if (dueIds.length === 0) return false;
    // Checked again under the lock, because a charge that was recorded during the first read is visible only now.
    const sentCharges = await unit.tx.findBy(DirectBillingCharge, { transactionId: In(dueIds), state: 'sent' });
    const expirableIds = dueIds.filter((id) => !sentCharges.some(({ transactionId }) => transactionId === id));
    const rows = await unit.tx.findBy(DirectBillingTransaction, { id: In(expirableIds) });
    const set = { rejection: 'expired' as const, codeReference: null };
    await unit.move(TRANSACTION, rows, { to: 'transaction_db_rejected', reason: 'expired', set });
    return dueIds.length === BATCH_SIZE;
  }
}
