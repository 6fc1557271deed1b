import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidOf } from '../../../common/reference.js';
import type { ChannelEvent } from '../../../connectors/channels/port/report.js';
import { ReturnMoneyService } from '../attempts/outcome/return-money.service.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { ApplyRefundOutcomeService } from '../refunds/apply-refund-outcome.service.js';
import type { RefundName } from '../refunds/lock-refund.js';
import { PaymentRefund } from '../refunds/payment-refund.entity.js';
import { ReportLog } from '../at-channel/report-log.js';

type RefundEvent = Extract<ChannelEvent, { kind: 'refund' }>;

/** A report about money that is given back: for a partner's refund, or because it was no payment's. */
@Injectable()
export class ApplyRefundReportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly applyRefund: ApplyRefundOutcomeService,
    private readonly returnMoney: ReturnMoneyService,
    private readonly log: ReportLog,
  ) {}

  async run(account: string, event: RefundEvent): Promise<void> {
    const refund = await this.refundOf(account, event);
    if (refund) {
      await this.applyRefund.run(refund, { result: event.result, from: 'report' }, (tx, effect, found) =>
        this.log.record(tx, account, event, effect, { attemptReference: found?.attemptReference ?? null, refundId: found?.id }),
      );
      return;
    }
    const returned = await this.returnOf(account, event);
    const about = { attemptReference: returned?.reference ?? null };
    if (!returned) return this.log.record(this.dataSource.manager, account, event, 'for_staff', about);
    await this.returnMoney.apply(returned, event.result, (tx, effect) => this.log.record(tx, account, event, effect, about));
  }

  /** By the acquirer's name of it first, then by ours; never one of another account. */
  private async refundOf(connector: string, { providerRef, reference }: RefundEvent): Promise<RefundName | null> {
    const { manager } = this.dataSource;
    const id = reference === null ? null : uuidOf(reference);
    const found =
      (providerRef === null ? null : await manager.findOneBy(PaymentRefund, { connector, providerRef })) ??
      (id === null ? null : await manager.findOneBy(PaymentRefund, { connector, id }));
    return found && { id: found.id, connector };
  }

  private async returnOf(connector: string, { reference }: RefundEvent): Promise<{ reference: string; connector: string } | null> {
    const returnReference = reference === null ? null : uuidOf(reference);
    const found = returnReference === null ? null : await this.dataSource.manager.findOneBy(PaymentAttempt, { connector, returnReference });
    return found && { reference: found.reference, connector };
  }
}
