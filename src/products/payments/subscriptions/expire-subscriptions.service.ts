import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { PaymentSubjects } from '../attempts/payment-subjects.js';
import type { SubscriptionKey } from './acquirer-subscriptions.js';
import { type Closing, CloseSubscriptionService } from './close-subscription.service.js';
import { lockSubscription } from './lock-subscription.js';
import { PaymentSubscription } from './payment-subscription.entity.js';

const BATCH = 50;

const KEY = selectionOf(PaymentSubscription, ['id', 'transactionId', 'aliasId']);

const DUE = {
  name: 'payment_subscription_due',
  // Skips locked rows. The next run finds them again.
  text: `SELECT ${KEY.columns()} FROM payment_subscription WHERE due_at <= $1 ORDER BY due_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
};

/** Ends subscriptions that expired, whose limits are used up, or whose payer did not confirm in time. */
@Injectable()
export class ExpireSubscriptionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly payments: PaymentSubjects,
    private readonly close: CloseSubscriptionService,
  ) {}

  /** Ends each subscription in its own transaction. @returns whether more may be due. */
  async batch(): Promise<boolean> {
    const due = await runNamed<RowOf<typeof KEY>>(this.dataSource, DUE, [this.clock.now(), BATCH]);
    for (const key of due) await this.endOne(key);
    return due.length === BATCH;
  }

  private async endOne(key: SubscriptionKey): Promise<void> {
    await this.changes.transaction(async (unit) => {
      const locked = await lockSubscription(unit, this.payments, key);
      const now = this.clock.now();
      if (locked.subscription.dueAt === null || locked.subscription.dueAt > now) return;
      await this.close.within(locked, closingOf(locked.subscription));
    });
  }
}

/** The acquirer is called in any case. The payer may have confirmed in the last second, and the acquirer counts limits of its own. */
function closingOf({ status, paidCount, countLimit, paidMinor, totalLimitMinor }: PaymentSubscription): Closing {
  const ended = { by: null, reason: null, channelKnows: false, attempt: 'expired' } as const;
  if (status === 'subscription_pending') return { ...ended, to: 'subscription_expired', why: 'nobody_agreed' };
  if (countLimit !== null && paidCount >= countLimit) return { ...ended, to: 'subscription_finished', why: 'count_limit_reached' };
  if (totalLimitMinor !== null && paidMinor >= totalLimitMinor)
    return { ...ended, to: 'subscription_finished', why: 'total_limit_reached' };
  return { ...ended, to: 'subscription_expired', why: 'expired' };
}
