import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { BusinessClock } from '../../../common/time/clocks.js';
import { AcquirerConnectors } from '../../../connectors/acquirers/port/acquirer-connectors.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { findLiveAttempt } from '../attempts/lock-attempt.js';
import type { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import type { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { ATTEMPT, PAYMENT } from '../attempts/payment-subject.js';
import { CancelSubscriptionService } from '../subscriptions/cancel-subscription.service.js';
import { recordChange } from '../../../platform/audit/audited.js';

/** Releases or rejects a held payment, by decision of staff. */
@Injectable()
export class ReviewHeldPaymentService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly connectors: AcquirerConnectors,
    private readonly subscriptions: CancelSubscriptionService,
  ) {}

  /** The payment is no fraud, so the partner gets its money. @returns false when the payment does not exist or is not held. */
  release(transactionId: string): Promise<boolean> {
    return this.review('payment.release', transactionId, async (unit, row, attempt) => {
      await unit.move(ATTEMPT, [attempt], { to: 'paid', reason: 'released' });
      const set = { paidAt: this.clock.now() };
      await unit.move(PAYMENT, [row], { to: 'transaction_paid', reason: 'released', set });
    });
  }

  /**
   * The payment is fraud. Its money is reversed, or stays in suspense when the channel has no refunds. Its subscription ends.
   * @returns false when the payment does not exist or is not held.
   */
  reject(transactionId: string): Promise<boolean> {
    return this.review('payment.refuse', transactionId, async (unit, row, attempt) => {
      const { channel, connector, plnMinor: suspenseMinor } = attempt;
      const refunds = this.connectors.find(connector)?.capabilities[channel]?.refunds;
      const subscription = await this.subscriptions.lockSubscriptionOf(unit, attempt);
      const set = { suspenseMinor, pollCount: 0, nextPollAt: this.clock.now(), reversalReference: uuidv7() };
      await unit.move(ATTEMPT, [attempt], { to: 'return_due', reason: 'refused', set });
      if (!refunds)
        await unit.move(ATTEMPT, [attempt], {
          to: 'suspense',
          reason: 'no_refunds',
          set: { nextPollAt: null, reversalReference: null },
        });
      await unit.move(PAYMENT, [row], { to: 'transaction_fraud', reason: 'refused' });
      if (subscription) await this.subscriptions.endAsFraudWithin(subscription);
    });
  }

  private review(
    action: string,
    id: string,
    decision: (unit: UnitOfWork, row: PaymentTransaction, attempt: PaymentAttempt) => Promise<void>,
  ): Promise<boolean> {
    return this.changes.transaction(async (unit) => {
      const row = await unit.lock(PAYMENT, id);
      const attempt = row?.status === 'transaction_fraud_possibility' ? await findLiveAttempt(unit, id) : null;
      if (!row || attempt?.state !== 'held') return false;
      const before = { status: row.status, hold_reason: row.holdReason };
      await decision(unit, row, attempt);
      await recordChange(unit.tx, { action, subject: 'payment', id, before, after: { status: row.status } });
      return true;
    });
  }
}
