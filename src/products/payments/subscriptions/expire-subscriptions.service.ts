import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import type { SubscriptionKey } from './acquirer-subscriptions.js';
import { type SubscriptionEnd, CloseSubscriptionService } from './close-subscription.service.js';
import { lockSubscription } from './lock-subscription.js';
import { PaymentSubscription } from './payment-subscription.entity.js';

const BATCH_SIZE = 50;

const KEY = selectionOf(PaymentSubscription, ['id', 'transactionId', 'aliasId']);

const FIND_DUE = {
  name: 'payment_subscription_due',
  // Skips locked rows. The next run finds the skipped rows again.
  text: `SELECT ${KEY.columns()} FROM payment_subscription WHERE due_at <= $1 ORDER BY due_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
};

/** Ends subscriptions that expired, whose limits are used up, or whose payer did not confirm in time. */
@Injectable()
export class ExpireSubscriptionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly close: CloseSubscriptionService,
  ) {}

  /** Ends each subscription in its own transaction. @returns whether more subscriptions may be due. */
  async batch(): Promise<boolean> {
    const dueKeys = await runNamed<RowOf<typeof KEY>>(this.dataSource, FIND_DUE, [this.clock.now(), BATCH_SIZE]);
    for (const key of dueKeys) await this.closeIfDue(key);
    return dueKeys.length === BATCH_SIZE;
  }

  private async closeIfDue(key: SubscriptionKey): Promise<void> {
    await this.changes.transaction(async (unit) => {
      const locked = await lockSubscription(unit, key);
      const now = this.clock.now();
      if (locked.subscription.dueAt === null || locked.subscription.dueAt > now) return;
      await this.close.closeLocked(locked, closingOf(locked.subscription));
    });
  }
}

/**
 * The mandate is revoked in each case: the payer may have confirmed it in the last second, and by its own count the acquirer may allow more
 * charges.
 */
function closingOf({ status, paidCount, countLimit, paidMinor, totalLimitMinor }: PaymentSubscription): SubscriptionEnd {
  const common = { cancelledBy: null, cancelledReason: null, nothingToRevoke: false, attemptState: 'expired' } as const;
  if (status === 'subscription_pending') return { ...common, status: 'subscription_expired', historyReason: 'nobody_agreed' };
  if (countLimit !== null && paidCount >= countLimit)
    return { ...common, status: 'subscription_finished', historyReason: 'count_limit_reached' };
  if (totalLimitMinor !== null && paidMinor >= totalLimitMinor)
    return { ...common, status: 'subscription_finished', historyReason: 'total_limit_reached' };
  return { ...common, status: 'subscription_expired', historyReason: 'expired' };
}
