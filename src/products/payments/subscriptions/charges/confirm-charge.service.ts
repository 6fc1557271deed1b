import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { isUuid } from '../../../../common/validation/is-uuid.js';
import type { NextStep } from '../../../../connectors/acquirers/port/next-step.js';
import { Changes } from '../../../../platform/changes/changes.service.js';
import { isSelling } from '../../../../platform/partners/services/is-selling.js';
import type { UnitOfWork } from '../../../../platform/changes/unit-of-work.js';
import { lockForRequest } from '../../../../runtime/database/pool-quotas/row-lock-queue.js';
import { ROW_LOCK } from '../../../../runtime/database/row-lock.js';
import { RecordAttemptService } from '../../attempts/start/record-attempt.service.js';
import { type CheckoutRejection, type CheckoutResult, checkoutRejection } from '../../attempts/checkout-result.js';
import { PAYMENT } from '../../attempts/payment-subject.js';
import { OPEN_STATUSES } from '../../payments/states.js';
import { PaymentSubscription } from '../payment-subscription.entity.js';
import { RecurringChannelQuery } from '../recurring-channel.query.js';
import { chargeDeadline } from './charge-deadline.js';
import { isChargeable } from './is-chargeable.js';
import { PaymentCharge } from '../../mandates/payment-charge.entity.js';
import { type SendableCharge, SendChargeService } from './send-charge.service.js';

/** Sends a charge that was held by a fraud rule to the acquirer, after the payer confirmed it on the payment's page. */
@Injectable()
export class ConfirmChargeService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly channels: RecurringChannelQuery,
    private readonly recordAttempt: RecordAttemptService,
    private readonly sendCharge: SendChargeService,
  ) {}

  /** A second confirmation, from another tab or a second click, does not charge the payer again. */
  async run(transactionId: string): Promise<CheckoutResult<{ step: NextStep }>> {
    if (!isUuid(transactionId)) return checkoutRejection({ problem: 'not_possible_now' });
    const recorded = await this.changes.transaction((unit) => this.record(unit, transactionId), lockForRequest(transactionId));
    if ('ok' in recorded) return recorded;
    const result = await this.sendCharge.run(recorded);
    if (result.outcome === 'not_sent') return checkoutRejection({ problem: 'channel_unreachable' });
    if (result.outcome === 'failed') return checkoutRejection({ problem: 'declined', reason: result.reason });
    return { ok: true, step: result.next };
  }

  private async record(unit: UnitOfWork, id: string): Promise<SendableCharge | CheckoutRejection> {
    const row = await unit.lock(PAYMENT, id);
    const now = this.clock.now();
    const charge = row && (await unit.tx.findOneBy(PaymentCharge, { transactionId: id, ...AWAITS_CONFIRMATION }));
    if (!row || !charge || !OPEN_STATUSES.includes(row.status) || row.expiresAt <= now)
      return checkoutRejection({ problem: 'not_possible_now' });
    if (!(await isSelling(unit.tx, row.serviceId))) return checkoutRejection({ problem: 'service_closed' });
    const subscription = await unit.tx.findOneOrFail(PaymentSubscription, { where: { id: charge.subscriptionId }, lock: ROW_LOCK });
    if (!isChargeable(subscription, now)) return checkoutRejection({ problem: 'not_possible_now' });
    const channel = await this.channels.findRecurringChannel(unit, row, subscription.model, subscription.connector);
    const attempt = this.recordAttempt.buildAttempt(row, channel.offer, channel.payer, chargeDeadline(subscription, now));
    await this.recordAttempt.run(unit, row, attempt);
    const confirmed = { attemptReference: attempt.reference, confirmedAt: now };
    await unit.tx.update(PaymentCharge, { id: charge.id }, confirmed);
    return { row, attempt, channel, subscription, charge: { ...charge, ...confirmed } };
  }
}

/** The charge has no attempt before the payer confirms it. */
const AWAITS_CONFIRMATION = { state: 'running', attemptReference: IsNull() } as const;
