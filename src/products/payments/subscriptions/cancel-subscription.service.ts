import { Injectable } from '@nestjs/common';
import type { FindOptionsWhere } from 'typeorm';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { requestAbout } from '../../../runtime/database/shares/row-turns.js';
import type { PaymentAlias } from '../aliases/payment-alias.entity.js';
import type { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PaymentSubjects } from '../attempts/payment-subjects.js';
import { PaymentCharge } from '../attempts/payment-charge.entity.js';
import { EndSubscriptionService } from './end-subscription.service.js';
import { type LockedSubscription, lockSubscription } from './lock-subscription.js';
import { PaymentSubscription } from './payment-subscription.entity.js';
import { type CancelledBy, SUBSCRIPTION_TRANSITIONS } from './subscription-transitions.js';

/** Somebody other than the channel ends a subscription: its partner, whoever runs the gateway, or the rules against fraud. */
@Injectable()
export class CancelSubscriptionService {
  constructor(
    private readonly changes: Changes,
    private readonly payments: PaymentSubjects,
    private readonly endSubscription: EndSubscriptionService,
  ) {}

  /** @returns false when there is no such subscription, or it is over already. */
  run(id: string, by: Extract<CancelledBy, 'system' | 'merchant'>, reason: string | null): Promise<boolean> {
    return this.ended({ id }, (locked) => this.cancelled(locked, by, reason));
  }

  /** It was not the payer who agreed. A subscription that nobody has agreed to yet is cancelled. @returns like `run`. */
  asFraud(id: string, reason: string | null): Promise<boolean> {
    return this.ended({ id }, (locked) => this.fraudulent(locked, reason));
  }

  /**
   * The subscription that an attempt charged or began, locked; others that were tried with the same payment, in vain, are not meant. To be
   * called before the attempt is moved: of that the database tells the subscription, and its payment is locked before it.
   */
  async lockedOf(unit: UnitOfWork, { reference: attemptReference, transactionId }: PaymentAttempt): Promise<LockedSubscription | null> {
    const charge = await unit.tx.findOneBy(PaymentCharge, { attemptReference });
    return this.locked(unit, charge ? { id: charge.subscriptionId } : { transactionId, attemptReference });
  }

  /** Its money was found to be fraud, in the transaction that locked it. */
  async asFraudWithin(locked: LockedSubscription): Promise<void> {
    if (!isOver(locked)) await this.fraudulent(locked, 'payment_refused');
  }

  /** Its PAYID is not wanted any more: alias and subscription end together. Nothing happens when they are over already. */
  async end({ id: aliasId }: PaymentAlias, reason: string | null): Promise<void> {
    await this.ended({ aliasId }, (locked) => this.cancelled(locked, 'merchant', reason));
  }

  private ended(name: { id: string } | { aliasId: string }, how: (locked: LockedSubscription) => Promise<void>): Promise<boolean> {
    const turn = requestAbout('id' in name ? name.id : name.aliasId);
    return this.changes.transaction(async (unit) => {
      const locked = await this.locked(unit, name);
      if (!locked || isOver(locked)) return false;
      await how(locked);
      return true;
    }, turn);
  }

  private async locked(unit: UnitOfWork, where: FindOptionsWhere<PaymentSubscription>): Promise<LockedSubscription | null> {
    const found = await unit.tx.findOneBy(PaymentSubscription, where);
    return found && lockSubscription(unit, this.payments, found);
  }

  private cancelled(locked: LockedSubscription, by: CancelledBy, reason: string | null): Promise<void> {
    const ending = { by, reason, channelKnows: false, attempt: 'canceled' } as const;
    return this.endSubscription.within(locked, { ...ending, to: 'subscription_cancelled', why: `cancelled_by_${by}` });
  }

  private fraudulent(locked: LockedSubscription, reason: string | null): Promise<void> {
    if (locked.subscription.status === 'subscription_pending') return this.cancelled(locked, 'antifraud', reason);
    const ending = { by: 'antifraud', reason, channelKnows: false, attempt: 'canceled' } as const;
    return this.endSubscription.within(locked, { ...ending, to: 'subscription_fraudulent', why: 'fraud' });
  }
}

function isOver({ subscription }: LockedSubscription): boolean {
  return SUBSCRIPTION_TRANSITIONS.isFinal(subscription.status);
}
