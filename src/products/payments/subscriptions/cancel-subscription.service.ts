import { Injectable } from '@nestjs/common';
import type { FindOptionsWhere } from 'typeorm';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { lockForRequest } from '../../../runtime/database/pool-quotas/row-queues.js';
import type { PaymentAlias } from '../aliases/payment-alias.entity.js';
import type { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PaymentSubjects } from '../attempts/payment-subjects.js';
import { PaymentCharge } from '../attempts/payment-charge.entity.js';
import { CloseSubscriptionService } from './close-subscription.service.js';
import { type LockedSubscription, lockSubscription } from './lock-subscription.js';
import { PaymentSubscription } from './payment-subscription.entity.js';
import { type CancelledBy, SUBSCRIPTION_TRANSITIONS } from './subscription-transitions.js';
import { recordChange } from '../../../platform/audit/audited.js';

/** Ends a subscription on our side: for its payer, its partner, for staff, or because of fraud. */
@Injectable()
export class CancelSubscriptionService {
  constructor(
    private readonly changes: Changes,
    private readonly payments: PaymentSubjects,
    private readonly closeSubscription: CloseSubscriptionService,
  ) {}

  /** @returns false when there is no such subscription, or it has ended already. */
  run(id: string, by: Extract<CancelledBy, 'system' | 'merchant' | 'payer'>, reason: string | null): Promise<boolean> {
    return this.ended('subscription.cancel', { id }, (locked) => this.cancelled(locked, by, reason));
  }

  /** It was not the payer who agreed. A subscription that is still pending is cancelled instead. @returns like `run`. */
  asFraud(id: string, reason: string | null): Promise<boolean> {
    return this.ended('subscription.fraud', { id }, (locked) => this.fraudulent(locked, reason));
  }

  /**
   * Locks the subscription that an attempt charged or began, not others that failed with the same payment. Must be called before the attempt
   * is moved: a trigger then changes the subscription, and the payment must be locked before it.
   */
  async lockedOf(unit: UnitOfWork, { reference: attemptReference, transactionId }: PaymentAttempt): Promise<LockedSubscription | null> {
    const charge = await unit.tx.findOneBy(PaymentCharge, { attemptReference });
    return this.locked(unit, charge ? { id: charge.subscriptionId } : { transactionId, attemptReference });
  }

  /** Its money is fraud. The caller's transaction has locked it. */
  async asFraudWithin(locked: LockedSubscription): Promise<void> {
    if (!isOver(locked)) await this.fraudulent(locked, 'payment_refused');
  }

  /** Its PAYID is unregistered: alias and subscription end together. Does nothing when they have ended already. */
  async close({ id: aliasId }: PaymentAlias, reason: string | null): Promise<void> {
    await this.ended('subscription.cancel', { aliasId }, (locked) => this.cancelled(locked, 'merchant', reason));
  }

  private ended(
    action: string,
    name: { id: string } | { aliasId: string },
    how: (locked: LockedSubscription) => Promise<void>,
  ): Promise<boolean> {
    const turn = lockForRequest('id' in name ? name.id : name.aliasId);
    return this.changes.transaction(async (unit) => {
      const locked = await this.locked(unit, name);
      if (!locked || isOver(locked)) return false;
      const { subscription } = locked;
      const before = { status: subscription.status };
      await how(locked);
      const after = { status: subscription.status, cancelled_by: subscription.cancelledBy };
      await recordChange(unit.tx, { action, subject: 'subscription', id: subscription.id, before, after });
      return true;
    }, turn);
  }

  private async locked(unit: UnitOfWork, where: FindOptionsWhere<PaymentSubscription>): Promise<LockedSubscription | null> {
    const found = await unit.tx.findOneBy(PaymentSubscription, where);
    return found && lockSubscription(unit, this.payments, found);
  }

  private cancelled(locked: LockedSubscription, by: CancelledBy, reason: string | null): Promise<void> {
    const ending = { by, reason, channelKnows: false, attempt: 'canceled' } as const;
    return this.closeSubscription.within(locked, { ...ending, to: 'subscription_cancelled', why: `cancelled_by_${by}` });
  }

  private fraudulent(locked: LockedSubscription, reason: string | null): Promise<void> {
    if (locked.subscription.status === 'subscription_pending') return this.cancelled(locked, 'antifraud', reason);
    const ending = { by: 'antifraud', reason, channelKnows: false, attempt: 'canceled' } as const;
    return this.closeSubscription.within(locked, { ...ending, to: 'subscription_fraudulent', why: 'fraud' });
  }
}

function isOver({ subscription }: LockedSubscription): boolean {
  return SUBSCRIPTION_TRANSITIONS.isFinal(subscription.status);
}
