import { Injectable } from '@nestjs/common';
import type { ChannelConnector } from '../../../../connectors/channels/port/channel-connector.js';
import { referenceOf } from '../../../../common/reference.js';
import type { RefundResult } from '../../../../connectors/channels/port/refund.js';
import { Changes } from '../../../../platform/changes/changes.service.js';
import { PaymentAttempt } from '../payment-attempt.entity.js';
import { newsOf } from '../../at-channel/news-of.js';
import { PaymentSubjects } from '../payment-subjects.js';
import { refundAtChannel } from '../../at-channel/refund-at-channel.js';
import type { AttemptEffect } from '../../at-channel/attempt-effect.js';
import { type AttemptName, lockAttempt, type LockedAttempt } from '../lock-attempt.js';
import { startedAttempt } from '../started-attempt.js';

/**
 * Gives money that is no payment's back at its channel. It stays in suspense until it is back; where the channel does not do it, staff
 * deal with it.
 */
@Injectable()
export class ReturnMoneyService {
  constructor(
    private readonly changes: Changes,
    private readonly subjects: PaymentSubjects,
  ) {}

  async run(attempt: PaymentAttempt, connector: ChannelConnector): Promise<void> {
    if (attempt.returnReference === null) return;
    const reference = referenceOf(attempt.returnReference);
    const started = startedAttempt(attempt);
    const { money } = started;
    const refund = { reference, attempt: started, money, reason: 'paid twice or refused' };
    const earlier = attempt.askCount > 1 ? { providerRef: attempt.returnProviderRef } : null;
    const result = await refundAtChannel(connector, refund, earlier);
    if (result.outcome !== 'not_sent') await this.apply({ reference: attempt.reference }, result);
  }

  /** Whichever way the word came. */
  apply(name: AttemptName, result: RefundResult): Promise<AttemptEffect> {
    return this.changes.transaction(async (unit) => {
      const locked = await lockAttempt(unit, this.subjects, name);
      return locked ? this.applyTo(locked, result) : 'unknown_attempt';
    }, newsOf(name));
  }

  private async applyTo({ unit, attempt }: LockedAttempt, { outcome, providerRef, rawCode }: RefundResult): Promise<AttemptEffect> {
    if (attempt.state !== 'return_due') return attempt.state === 'returned' ? 'duplicate' : 'too_late';
    const kept = { ...(providerRef !== null && { returnProviderRef: providerRef }), ...(rawCode !== null && { rawCode }) };
    if (outcome === 'completed') {
      await unit.move(this.subjects.attempt, [attempt], { to: 'returned', reason: 'channel_returned', set: { ...kept, askAt: null } });
      return 'applied';
    }
    if (outcome === 'rejected' || outcome === 'failed') {
      await unit.move(this.subjects.attempt, [attempt], { to: 'suspense', reason: `return_${outcome}`, set: { ...kept, askAt: null } });
      return 'applied';
    }
    if (Object.keys(kept).length > 0) await unit.tx.update(PaymentAttempt, { reference: attempt.reference }, kept);
    return 'no_news';
  }
}
