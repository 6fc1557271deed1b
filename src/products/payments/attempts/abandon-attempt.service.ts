import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { AcquirerConnectors } from '../../../connectors/acquirers/port/acquirer-connectors.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { lockForRequest } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { type CheckoutResult, checkoutRejection } from './checkout-result.js';
import type { PaymentAttempt } from './payment-attempt.entity.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { PAYMENT } from './payment-subject.js';
import { OPEN_STATUSES } from '../payments/states.js';
import { ApplyAttemptOutcomeService } from './outcome/apply-attempt-outcome.service.js';
import { MarkAttemptsAbandonedService } from './outcome/mark-attempts-abandoned.service.js';
import { findLiveAttempt } from './lock-attempt.js';
import { toStartedAttempt } from './started-attempt.js';

/**
 * Abandons an attempt when the payer chooses another payment method or cancels the payment. The acquirer is then requested to cancel the
 * attempt. The acquirer may still capture the money. So the attempt is polled until its outcome is known, and late money is booked.
 */
@Injectable()
export class AbandonAttemptService {
  constructor(
    private readonly changes: Changes,
    private readonly markAbandoned: MarkAttemptsAbandonedService,
    private readonly connectors: AcquirerConnectors,
    private readonly applyOutcome: ApplyAttemptOutcomeService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** The payer chooses another payment method. */
  run(transactionId: string): Promise<CheckoutResult> {
    return this.abandon(transactionId, () => Promise.resolve());
  }

  cancelPayment(transactionId: string): Promise<CheckoutResult> {
    return this.abandon(transactionId, (unit, row) => unit.move(PAYMENT, [row], { to: 'transaction_canceled', reason: 'payer_canceled' }));
  }

  /** An attempt can be abandoned until the acquirer authorizes the money. */
  canBeAbandoned({ state }: PaymentAttempt): boolean {
    return state === 'sent' || state === 'pending';
  }

  /** The caller holds the payment's lock and calls `requestCancellation` after the commit. */
  abandonLocked(unit: UnitOfWork, attempt: PaymentAttempt, reason: string): Promise<void> {
    return this.markAbandoned.run(unit, [attempt], reason);
  }

  /** Requests the cancellation in the background, so that the payer does not wait for the acquirer. */
  requestCancellation(attempt: PaymentAttempt): void {
    void this.cancelAtAcquirer(attempt).catch((error: unknown) =>
      this.log.warn({ err: error, attempt: attempt.reference }, 'Could not cancel an abandoned attempt at its acquirer, polling continues'),
    );
  }

  async cancelAtAcquirer(attempt: PaymentAttempt): Promise<void> {
    const connector = this.connectors.find(attempt.connector);
    if (!connector?.capabilities[attempt.channel]?.cancels) return;
    await this.applyOutcome.run(attempt, await connector.cancel(toStartedAttempt(attempt)));
  }

  /** @param changePayment changes the payment in the same transaction. */
  private async abandon(id: string, changePayment: (unit: UnitOfWork, row: PaymentTransaction) => Promise<void>): Promise<CheckoutResult> {
    const abandoned = isUuid(id)
      ? await this.changes.transaction((unit) => this.abandonWithin(unit, id, changePayment), lockForRequest(id))
      : null;
    if (abandoned === null) return checkoutRejection({ problem: 'not_possible_now' });
    if (abandoned.attempt) this.requestCancellation(abandoned.attempt);
    return { ok: true };
  }

  /** @returns null when the payment is not open, or when its attempt cannot be abandoned. */
  private async abandonWithin(
    unit: UnitOfWork,
    id: string,
    changePayment: (unit: UnitOfWork, row: PaymentTransaction) => Promise<void>,
  ): Promise<{ attempt: PaymentAttempt | null } | null> {
    const row = await unit.lock(PAYMENT, id);
    if (!row || !OPEN_STATUSES.includes(row.status)) return null;
    const attempt = await findLiveAttempt(unit, id);
    if (attempt) {
      if (!this.canBeAbandoned(attempt)) return null;
      await this.abandonLocked(unit, attempt, 'payer_left');
      // Only a payment with a live attempt gets more time than its expiry.
      await unit.tx.update(PaymentTransaction, { id }, { dueAt: row.expiresAt });
    }
    await changePayment(unit, row);
    return { attempt };
  }
}
