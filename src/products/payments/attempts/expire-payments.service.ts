import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { MarkAttemptsAbandonedService } from './outcome/mark-attempts-abandoned.service.js';
import { PaymentAttempt } from './payment-attempt.entity.js';
import { PaymentTransaction } from '../transactions/payment-transaction.entity.js';
import { GRACE_MINUTES } from '../channels/limits.js';
import { PaymentSubjects } from './payment-subjects.js';

const BATCH = 500;

// Locked rows are skipped and come in the next round, so no worker waits and no two take the same row.
const DUE = {
  name: 'payment_transaction_due',
  text: `SELECT id FROM payment_transaction WHERE status IN ('transaction_new', 'transaction_generated') AND due_at <= $1
         ORDER BY due_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
};

/**
 * Expires payments that were not paid in time. One with an attempt under way gets some minutes more, and its channel is polled at once: payers
 * press the button in the last second. Money that comes even later still counts.
 */
@Injectable()
export class ExpirePaymentsService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly subjects: PaymentSubjects,
    private readonly markAbandoned: MarkAttemptsAbandonedService,
  ) {}

  /** @returns whether there may be more. */
  batch(): Promise<boolean> {
    return this.changes.transaction((unit) => this.expireSome(unit));
  }

  private async expireSome(unit: UnitOfWork): Promise<boolean> {
    const now = this.clock.now();
    const due = (await runNamed<{ id: string }>(unit.tx, DUE, [now, BATCH])).map(({ id }) => id);
    if (due.length === 0) return false;
    const rows = await unit.tx.findBy(PaymentTransaction, { id: In(due) });
    const running = await unit.tx.findBy(PaymentAttempt, { transactionId: In(due), state: In(['sent', 'pending']) });
    const begun = new Set(running.map(({ transactionId }) => transactionId));
    const graced = rows.filter(({ id, dueAt, expiresAt }) => begun.has(id) && dueAt <= expiresAt).map(({ id }) => id);
    const ending = rows.filter(({ id }) => !graced.includes(id));
    await this.grace(unit, graced, now);
    const lapsing = running.filter(({ transactionId }) => !graced.includes(transactionId));
    await this.markAbandoned.run(unit, lapsing, 'expired');
    await unit.move(this.subjects.payment, ending, { to: 'transaction_expired', reason: 'expired' });
    return due.length === BATCH;
  }

  private async grace({ tx }: UnitOfWork, ids: readonly string[], now: Date): Promise<void> {
    if (ids.length === 0) return;
    const dueAt = new Date(now.getTime() + GRACE_MINUTES * 60_000);
    await tx.update(PaymentTransaction, { id: In([...ids]) }, { dueAt });
    await tx.update(PaymentAttempt, { transactionId: In([...ids]), state: In(['sent', 'pending']) }, { nextPollAt: now, pollCount: 0 });
  }
}
