import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { MarkAttemptsAbandonedService } from './outcome/mark-attempts-abandoned.service.js';
import { PaymentAttempt } from './payment-attempt.entity.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { GRACE_MINUTES } from '../payment-methods/limits.js';
import { PAYMENT } from './payment-subject.js';

const BATCH_SIZE = 500;

// Locked rows are skipped until the next run, so no worker waits and no two workers select the same row.
const LOCK_DUE = {
  name: 'payment_transaction_due',
  text: `SELECT id FROM payment_transaction WHERE status IN ('transaction_new', 'transaction_generated') AND due_at <= $1
         ORDER BY due_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
};

/**
 * Expires payments that were not paid in time. Payers may confirm in the last second. A payment with a sent or pending attempt therefore gets
 * `GRACE_MINUTES` more, and the attempt is polled immediately. Money that is captured even later is still booked.
 */
@Injectable()
export class ExpirePaymentsService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly markAbandoned: MarkAttemptsAbandonedService,
  ) {}

  /** @returns whether more payments may be due. */
  batch(): Promise<boolean> {
    return this.changes.transaction((unit) => this.expireBatch(unit));
  }

  private async expireBatch(unit: UnitOfWork): Promise<boolean> {
    const now = this.clock.now();
    const dueIds = (await runNamed<{ id: string }>(unit.tx, LOCK_DUE, [now, BATCH_SIZE])).map(({ id }) => id);
    if (dueIds.length === 0) return false;
    const rows = await unit.tx.findBy(PaymentTransaction, { id: In(dueIds) });
    const openAttempts = await unit.tx.findBy(PaymentAttempt, { transactionId: In(dueIds), state: In(['sent', 'pending']) });
    const idsWithOpenAttempt = new Set(openAttempts.map(({ transactionId }) => transactionId));
    // A payment gets the additional time once: afterwards its `dueAt` is later than its `expiresAt`.
    const graceIds = rows.filter(({ id, dueAt, expiresAt }) => idsWithOpenAttempt.has(id) && dueAt <= expiresAt).map(({ id }) => id);
    const expiring = rows.filter(({ id }) => !graceIds.includes(id));
    await this.grantGrace(unit, graceIds, now);
    const abandoned = openAttempts.filter(({ transactionId }) => !graceIds.includes(transactionId));
    await this.markAbandoned.run(unit, abandoned, 'expired');
    await unit.move(PAYMENT, expiring, { to: 'transaction_expired', reason: 'expired' });
    return dueIds.length === BATCH_SIZE;
  }

  private async grantGrace({ tx }: UnitOfWork, ids: readonly string[], now: Date): Promise<void> {
    if (ids.length === 0) return;
    const dueAt = new Date(now.getTime() + GRACE_MINUTES * 60_000);
    await tx.update(PaymentTransaction, { id: In([...ids]) }, { dueAt });
    await tx.update(PaymentAttempt, { transactionId: In([...ids]), state: In(['sent', 'pending']) }, { nextPollAt: now, pollCount: 0 });
  }
}
