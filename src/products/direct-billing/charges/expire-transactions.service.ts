import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';
import { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';
import { DueTransactionsQuery } from '../transactions/due-transactions.query.js';
import { TRANSACTION } from '../transactions/transaction.subject.js';

const BATCH = 500;

/**
 * Rejects transactions that were not paid in time. A transaction with a charge in state `sent` does not expire: the operator may have taken the
 * money, and is polled until the outcome is definite.
 */
@Injectable()
export class ExpireTransactionsService {
  constructor(
    private readonly changes: Changes,
    private readonly due: DueTransactionsQuery,
  ) {}

  /** @returns whether more transactions may be due. */
  batch(): Promise<boolean> {
    return this.changes.transaction((unit) => this.expireSome(unit));
  }

  private async expireSome(unit: UnitOfWork): Promise<boolean> {
    const ids = await this.due.run(unit.tx, BATCH);
    if (ids.length === 0) return false;
    // Checked again under the lock, because a charge that was recorded during the first read is visible only now.
    const charged = await unit.tx.findBy(DirectBillingCharge, { transactionId: In(ids), state: 'sent' });
    const open = ids.filter((id) => !charged.some(({ transactionId }) => transactionId === id));
    const rows = await unit.tx.findBy(DirectBillingTransaction, { id: In(open) });
    const set = { rejection: 'expired' as const, codeReference: null };
    await unit.move(TRANSACTION, rows, { to: 'transaction_db_rejected', reason: 'expired', set });
    return ids.length === BATCH;
  }
}
