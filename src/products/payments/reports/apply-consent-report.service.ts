import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidOf } from '../../../common/reference.js';
import type { ChannelEvent } from '../../../connectors/channels/port/report.js';
import { ApplyConsentOutcomeService } from '../subscriptions/consent/apply-consent-outcome.service.js';
import type { SubscriptionName } from '../subscriptions/lock-subscription.js';
import { PaymentSubscription } from '../subscriptions/payment-subscription.entity.js';
import { ReportLog } from '../at-channel/report-log.js';

type ConsentEvent = Extract<ChannelEvent, { kind: 'consent' }>;

/** A report about what a payer agreed to, or does not any more. */
@Injectable()
export class ApplyConsentReportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly applyOutcome: ApplyConsentOutcomeService,
    private readonly log: ReportLog,
  ) {}

  async run(account: string, event: ConsentEvent): Promise<void> {
    const name = await this.nameOf(account, event);
    if (!name) return this.log.record(this.dataSource.manager, account, event, 'for_staff', { attemptReference: null });
    await this.applyOutcome.run(name, event.result, (tx, effect, found) =>
      this.log.record(tx, account, event, effect, { attemptReference: found?.attemptReference ?? null, subscriptionId: found?.id }),
    );
  }

  /** By the acquirer's name of it first, then by ours; never one of another account. */
  private async nameOf(connector: string, { providerRef, reference }: ConsentEvent): Promise<SubscriptionName | null> {
    const { manager } = this.dataSource;
    const id = reference === null ? null : uuidOf(reference);
    const found =
      (providerRef === null ? null : await manager.findOneBy(PaymentSubscription, { connector, providerRef })) ??
      (id === null ? null : await manager.findOneBy(PaymentSubscription, { connector, id }));
    return found && { id: found.id, connector };
  }
}
