import { Injectable } from '@nestjs/common';
import type { FindOptionsWhere } from 'typeorm';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { lockForRequest } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import type { PaymentAlias } from '../blik-aliases/payment-alias.entity.js';
import type { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PaymentCharge } from '../mandates/payment-charge.entity.js';
import { CloseSubscriptionService } from './close-subscription.service.js';
import { type LockedSubscription, lockSubscription } from './lock-subscription.js';
import { PaymentSubscription } from './payment-subscription.entity.js';
import { type CancelledBy, SUBSCRIPTION_TRANSITIONS } from './states.js';
import { recordChange } from '../../../platform/audit/audited.js';

/** Ends a subscription at the request of its payer, its partner or staff, or because of fraud. */
@Injectable()
export class CancelSubscriptionService {
  constructor(
    private readonly changes: Changes,
    private readonly closeSubscription: CloseSubscriptionService,
  ) {}

  /** @returns false when the subscription does not exist or has already ended. */
  run(id: string, by: Extract<CancelledBy, 'system' | 'merchant' | 'payer'>, reason: string | null): Promise<boolean> {
    return this.end('subscription.cancel', { id }, (locked) => this.cancel(locked, by, reason));
  }

  /**
   * Ends a subscription as fraud: not the payer but another person consented. A pending one is cancelled instead.
   * @returns the same as `run`.
   */
  cancelForFraud(id: string, reason: string | null): Promise<boolean> {
    return this.end('subscription.fraud', { id }, (locked) => this.endAsFraud(locked, reason));
  }

  /**
   * Locks the subscription that an attempt charged or set up, not other subscriptions that failed with the same payment. Must be called
   * before the attempt changes its state: a trigger on that change updates the subscription, and the subscription's payment has to be
   * locked before.
   */
  async lockSubscriptionOf(
    unit: UnitOfWork,
    { reference: attemptReference, transactionId }: PaymentAttempt,
  ): Promise<LockedSubscription | null> {
    const charge = await unit.tx.findOneBy(PaymentCharge, { attemptReference });
    return this.lock(unit, charge ? { id: charge.subscriptionId } : { transactionId, attemptReference });
  }

  /** Ends a subscription whose payment was found to be fraud. The caller holds the locks of `LockedSubscription`. */
  async endAsFraudWithin(locked: LockedSubscription): Promise<void> {
    if (!hasEnded(locked)) await this.endAsFraud(locked, 'payment_refused');
  }

  /** Ends the subscription of a PAYID that the partner unregisters, together with the PAYID. Does nothing when both have already ended. */
  async closeByPartner({ id: aliasId }: PaymentAlias, reason: string | null): Promise<void> {
    await this.end('subscription.cancel', { aliasId }, (locked) => this.cancel(locked, 'merchant', reason));
  }

  private end(
    action: string,
    where: { id: string } | { aliasId: string },
    close: (locked: LockedSubscription) => Promise<void>,
  ): Promise<boolean> {
    const rowAccess = lockForRequest('id' in where ? where.id : where.aliasId);
    return this.changes.transaction(async (unit) => {
      const locked = await this.lock(unit, where);
      if (!locked || hasEnded(locked)) return false;
      const { subscription } = locked;
      const before = { status: subscription.status };
      await close(locked);
      const after = { status: subscription.status, cancelled_by: subscription.cancelledBy };
      await recordChange(unit.tx, { action, subject: 'subscription', id: subscription.id, before, after });
      return true;
    }, rowAccess);
  }

  private async lock(unit: UnitOfWork, where: FindOptionsWhere<PaymentSubscription>): Promise<LockedSubscription | null> {
    const subscription = await unit.tx.findOneBy(PaymentSubscription, where);
    return subscription && lockSubscription(unit, subscription);
  }

  private cancel(locked: LockedSubscription, by: CancelledBy, reason: string | null): Promise<void> {
    const closing = { cancelledBy: by, cancelledReason: reason, nothingToRevoke: false, attemptState: 'canceled' } as const;
    return this.closeSubscription.closeLocked(locked, {
      ...closing,
      status: 'subscription_cancelled',
      historyReason: `cancelled_by_${by}`,
    });
  }

  private endAsFraud(locked: LockedSubscription, reason: string | null): Promise<void> {
    if (locked.subscription.status === 'subscription_pending') return this.cancel(locked, 'antifraud', reason);
    const closing = { cancelledBy: 'antifraud', cancelledReason: reason, nothingToRevoke: false, attemptState: 'canceled' } as const;
    return this.closeSubscription.closeLocked(locked, { ...closing, status: 'subscription_fraudulent', historyReason: 'fraud' });
  }
}

function hasEnded({ subscription }: LockedSubscription): boolean {
  return SUBSCRIPTION_TRANSITIONS.isFinal(subscription.status);
}
