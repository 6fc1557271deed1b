import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { PaymentTransaction } from '../entities/payment-transaction.entity.js';
import { EXPIRES_AFTER_MINUTES, EXTENDED_BY_MINUTES, MOST_EXTENSIONS } from '../limits.js';
import { PaymentSubjects } from '../payment-subjects.js';
import { OPEN_STATUSES } from '../transactions/payment-transitions.js';

/** Gives a payer who asks for it more time; ten times, as WCAG 2.2 (2.2.1) wants it. */
@Injectable()
export class ExtendPaymentTimeService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly subjects: PaymentSubjects,
  ) {}

  async run(transactionId: string): Promise<void> {
    if (!isUuid(transactionId)) return;
    await this.changes.transaction(async (unit) => {
      const row = await unit.lock(this.subjects.payment, transactionId);
      const now = this.clock.now();
      if (!row || !OPEN_STATUSES.includes(row.status) || row.expiresAt <= now || !canBeExtended(row)) return;
      const expiresAt = new Date(row.expiresAt.getTime() + EXTENDED_BY_MINUTES * 60_000);
      await unit.tx.update(PaymentTransaction, { id: row.id }, { expiresAt, dueAt: expiresAt, updatedAt: now });
    });
  }
}

/** How often it was extended follows from how long it lives. */
export function canBeExtended({ createdAt, expiresAt }: Pick<PaymentTransaction, 'createdAt' | 'expiresAt'>): boolean {
  const longestMinutes = EXPIRES_AFTER_MINUTES + (MOST_EXTENSIONS - 1) * EXTENDED_BY_MINUTES;
  return expiresAt.getTime() - createdAt.getTime() <= longestMinutes * 60_000;
}
