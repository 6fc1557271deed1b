import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { NO_STEP } from '../../../../connectors/acquirers/port/next-step.js';
import { NO_POLLS } from '../../../../platform/remote-operations/remote-operation.js';
import { ALIAS } from '../../blik-aliases/alias-subject.js';
import { ApplyAttemptOutcomeService } from '../../attempts/outcome/apply-attempt-outcome.service.js';
import { PaymentAttempt } from '../../attempts/payment-attempt.entity.js';
import type { LockedSubscription } from '../lock-subscription.js';
import { subscriptionSubject } from '../subscription-subject.js';

/** Activates a pending subscription after the payer confirmed its mandate. A setup payment becomes paid at the same time. */
@Injectable()
export class ActivateSubscriptionService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly applyAttemptOutcome: ApplyAttemptOutcomeService,
  ) {}

  async activateLocked({ unit, row, subscription, alias }: LockedSubscription): Promise<void> {
    const activatedAt = this.clock.now();
    const { expiresAt } = subscription;
    const reason = 'payer_agreed';
    if (alias.status === 'alias_pending_registration')
      await unit.move(ALIAS, [alias], { to: 'alias_active', reason, set: { activatedAt, expiresAt } });
    const set = { activatedAt, dueAt: expiresAt, ...NO_POLLS, next: NO_STEP };
    await unit.move(subscriptionSubject(alias), [subscription], { to: 'subscription_active', reason, set });
    if (row.amountMinor > 0) return;
    const attempt = await unit.tx.findOneByOrFail(PaymentAttempt, { reference: subscription.attemptReference });
    await this.applyAttemptOutcome.applyToLocked({ unit, row, attempt }, SETUP_PAYMENT_PAID);
  }
}

/** A setup payment (amount 0) has no status update of its own. */
const SETUP_PAYMENT_PAID = {
  outcome: 'paid',
  providerRef: null,
  data: null,
  next: NO_STEP,
  submission: null,
  rawCode: null,
  money: null,
} as const;
