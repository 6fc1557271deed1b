import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import { canBeExtended, extendedExpiry } from '../../../common/time/time-extension.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';
import { lockForRequest } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import { TRANSACTION_EXPIRES_AFTER_MINUTES } from '../limits.js';
import { isPayable } from '../charges/payable.js';
import { TRANSACTION } from '../transactions/transaction-subject.js';

/** Moves the expiry of a transaction when the payer requests more time. */
@Injectable()
export class ExtendTimeService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
  ) {}

  async run(transactionId: string): Promise<void> {
    if (!isUuid(transactionId)) return;
    await this.changes.transaction(async (unit) => {
      const row = await unit.lock(TRANSACTION, transactionId);
      const now = this.clock.now();
      if (!row || !canBeExtended(row, TRANSACTION_EXPIRES_AFTER_MINUTES) || !(await isPayable(unit.tx, row, now))) return;
      await unit.tx.update(DirectBillingTransaction, { id: row.id }, { expiresAt: extendedExpiry(row.expiresAt), updatedAt: now });
    }, lockForRequest(transactionId));
  }
}
