import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { DirectBillingTransaction } from '../entities/direct-billing-transaction.entity.js';
import { EXTENDED_BY_MINUTES } from '../limits.js';
import { canBeExtended, isPayable } from '../transactions/payable.js';
import { TRANSACTION } from '../transactions/transaction.subject.js';

/** Gives a payer who asks for it more time; ten times, as WCAG 2.2 (2.2.1) wants it. */
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
      if (!row || !canBeExtended(row) || !(await isPayable(unit.tx, row, now))) return;
      const expiresAt = new Date(row.expiresAt.getTime() + EXTENDED_BY_MINUTES * 60_000);
      await unit.tx.update(DirectBillingTransaction, { id: row.id }, { expiresAt, updatedAt: now });
    });
  }
}
