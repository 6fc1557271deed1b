import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import { canBeExtended, extendedExpiry } from '../../../common/time/time-extension.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { PAYMENT_EXPIRES_AFTER_MINUTES } from '../payment-methods/limits.js';
import { PAYMENT } from '../attempts/payment-subject.js';
import { lockForRequest } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import { OPEN_STATUSES } from '../payments/states.js';

/** Extends the expiry of a payment when its payer requests more time. */
@Injectable()
export class ExtendPaymentTimeService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
  ) {}

  async run(transactionId: string): Promise<void> {
    if (!isUuid(transactionId)) return;
    await this.changes.transaction(async (unit) => {
      const row = await unit.lock(PAYMENT, transactionId);
      const now = this.clock.now();
      if (!row || !OPEN_STATUSES.includes(row.status) || row.expiresAt <= now || !canBeExtended(row, PAYMENT_EXPIRES_AFTER_MINUTES)) return;
      const expiresAt = extendedExpiry(row.expiresAt);
      await unit.tx.update(PaymentTransaction, { id: row.id }, { expiresAt, dueAt: expiresAt, updatedAt: now });
    }, lockForRequest(transactionId));
  }
}
