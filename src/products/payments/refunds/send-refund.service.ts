import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { AcquirerConnector } from '../../../connectors/acquirers/port/acquirer-connector.js';
import { uuidToReference } from '../../../common/reference.js';
import type { RefundRequest } from '../../../connectors/acquirers/port/refund.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { SLOW_POLL_COUNT } from '../../../platform/remote-operations/poll-schedule.js';
import { toStartedAttempt } from '../attempts/started-attempt.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { ApplyRefundOutcomeService } from './apply-refund-outcome.service.js';
import { type RefundKey, REFUNDS } from './acquirer-refunds.js';
import { lockRefund, type LockedRefund } from './lock-refund.js';
import { PaymentRefund } from './payment-refund.entity.js';
import { refundAtAcquirer } from '../acquirers/refund-at-acquirer.js';
import { REFUND } from './refund-subject.js';

/** Sends a refund to its acquirer, or polls for the refund's outcome. */
@Injectable()
export class SendRefundService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly applyOutcome: ApplyRefundOutcomeService,
  ) {}

  async run(refund: PaymentRefund, connector: AcquirerConnector): Promise<void> {
    const request = await this.buildRequest(refund);
    if (refund.status === 'refund_new') await this.send(refund, request, connector);
    else if (refund.status === 'refund_pending') await this.pollOrSend(refund, request, connector);
    else await this.poll(refund, request, connector);
  }

  /** The refund is recorded as pending before the call, so that it is polled even if this process is killed. */
  private async send(key: RefundKey, request: RefundRequest, connector: AcquirerConnector): Promise<void> {
    const isDue = await this.changes.transaction(async (unit) => {
      const locked = await lockRefund(unit, key);
      if (locked.refund.status !== 'refund_new' || (await this.postponeIfTooSoon(locked, connector))) return false;
      const set = { sentAt: this.clock.now() };
      await unit.move(REFUND, [locked.refund], { to: 'refund_pending', reason: 'channel_told', set });
      return true;
    });
    if (!isDue) return;
    const result = await refundAtAcquirer(connector, request, null);
    if (result.outcome !== 'not_sent') await this.applyOutcome.run(key, result);
  }

  private async pollOrSend(refund: PaymentRefund, request: RefundRequest, connector: AcquirerConnector): Promise<void> {
    const result = await refundAtAcquirer(connector, request, { providerRef: refund.providerRef });
    if (result.outcome !== 'not_sent') await this.applyOutcome.run(refund, result);
  }

  /**
   * Polls about a refund in a final state after a conflict or a hint. The refund is never sent again. If the polls resolve nothing until the
   * waits become slow, polling ends, and staff have to decide about a conflict.
   */
  private async poll(refund: PaymentRefund, request: RefundRequest, connector: AcquirerConnector): Promise<void> {
    const polledAt = this.clock.now();
    const result = await connector.pollRefund({ ...request, providerRef: refund.providerRef });
    if (result.outcome !== 'not_found') await this.applyOutcome.run(refund, { ...result, polledAt });
    if (refund.pollCount > SLOW_POLL_COUNT) await REFUNDS.endPolling(this.dataSource, refund);
  }

  private async buildRequest({ id, attemptReference, amountMinor, currency }: PaymentRefund): Promise<RefundRequest> {
    const attempt = await this.dataSource.manager.findOneByOrFail(PaymentAttempt, { reference: attemptReference });
    return { reference: uuidToReference(id), attempt: toStartedAttempt(attempt), money: { amountMinor, currency }, reason: null };
  }

  /** Some channels require time between two refunds of one payment. @returns whether the refund was postponed. */
  private async postponeIfTooSoon({ unit, refund }: LockedRefund, { capabilities }: AcquirerConnector): Promise<boolean> {
    const minGapMs = (capabilities[refund.channel]?.refunds?.secondsApart ?? 0) * 1_000;
    if (minGapMs === 0) return false;
    const { transactionId } = refund;
    const [latest] = await unit.tx.find(PaymentRefund, {
      where: { transactionId, sentAt: Not(IsNull()) },
      order: { sentAt: 'DESC' },
      take: 1,
    });
    const nextPollAt = new Date((latest?.sentAt?.getTime() ?? 0) + minGapMs);
    if (nextPollAt <= this.clock.now()) return false;
    await REFUNDS.set(unit.tx, refund, { nextPollAt, pollCount: 0 });
    return true;
  }
}
