import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { ChannelConnectors } from '../../../connectors/channels/port/channel-connectors.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { requestAbout } from '../../../runtime/database/shares/row-turns.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { type CheckoutResult, refused } from './checkout-result.js';
import type { PaymentAttempt } from './payment-attempt.entity.js';
import { PaymentTransaction } from '../transactions/payment-transaction.entity.js';
import { PaymentSubjects } from './payment-subjects.js';
import { OPEN_STATUSES } from '../transactions/payment-transitions.js';
import { ApplyAttemptOutcomeService } from './outcome/apply-attempt-outcome.service.js';
import { LapseAttemptsService } from './outcome/lapse-attempts.service.js';
import { liveAttempt } from './lock-attempt.js';
import { startedAttempt } from './started-attempt.js';

/**
 * A payer leaves a channel for another one, or the payment altogether. The channel is asked to take nothing more; whether it keeps to that
 * is never certain, so the attempt goes on being asked about, and money that comes all the same is not lost.
 */
@Injectable()
export class LeaveAttemptService {
  constructor(
    private readonly changes: Changes,
    private readonly subjects: PaymentSubjects,
    private readonly lapse: LapseAttemptsService,
    private readonly connectors: ChannelConnectors,
    private readonly applyOutcome: ApplyAttemptOutcomeService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** The payer wants another method. */
  run(transactionId: string): Promise<CheckoutResult> {
    return this.leave(transactionId, () => Promise.resolve());
  }

  /** The payer does not want to pay at all. */
  cancelPayment(transactionId: string): Promise<CheckoutResult> {
    return this.leave(transactionId, (unit, row) =>
      unit.move(this.subjects.payment, [row], { to: 'transaction_canceled', reason: 'payer_canceled' }),
    );
  }

  /** Nothing that a payer does takes back what the channel has accepted. */
  isPossible({ state }: PaymentAttempt): boolean {
    return state === 'sent' || state === 'pending';
  }

  /** The caller holds the payment's lock, and tells the channel after the commit. */
  within(unit: UnitOfWork, attempt: PaymentAttempt, reason: string): Promise<void> {
    return this.lapse.run(unit, [attempt], reason);
  }

  /** Not awaited: the payer waits for nobody whom he has left. */
  tell(attempt: PaymentAttempt): void {
    void this.cancelAtChannel(attempt).catch((error: unknown) =>
      this.log.warn({ err: error, attempt: attempt.reference }, 'a channel could not be told that its payer has left'),
    );
  }

  /** An answer that says less than that nothing will be taken changes nothing. */
  async cancelAtChannel(attempt: PaymentAttempt): Promise<void> {
    const connector = this.connectors.named(attempt.connector);
    if (!connector?.capabilities[attempt.channel]?.cancels) return;
    await this.applyOutcome.run(attempt, await connector.cancel(startedAttempt(attempt)));
  }

  private async leave(id: string, then: (unit: UnitOfWork, row: PaymentTransaction) => Promise<void>): Promise<CheckoutResult> {
    const left = isUuid(id) ? await this.changes.transaction((unit) => this.leaveWithin(unit, id, then), requestAbout(id)) : null;
    if (left === null) return refused({ problem: 'not_possible_now' });
    if (left.attempt) this.tell(left.attempt);
    return { ok: true };
  }

  private async leaveWithin(
    unit: UnitOfWork,
    id: string,
    then: (unit: UnitOfWork, row: PaymentTransaction) => Promise<void>,
  ): Promise<{ attempt: PaymentAttempt | null } | null> {
    const row = await unit.lock(this.subjects.payment, id);
    if (!row || !OPEN_STATUSES.includes(row.status)) return null;
    const attempt = await liveAttempt(unit, id);
    if (attempt) {
      if (!this.isPossible(attempt)) return null;
      await this.within(unit, attempt, 'payer_left');
      await unit.tx.update(PaymentTransaction, { id }, { dueAt: row.expiresAt });
    }
    await then(unit, row);
    return { attempt };
  }
}
