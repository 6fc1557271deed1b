import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidOf } from '../../../common/reference.js';
import type { ChannelEvent } from '../../../connectors/channels/port/report.js';
import { ApplyAliasOutcomeService } from '../aliases/apply-alias-outcome.service.js';
import type { AliasName } from '../aliases/lock-alias.js';
import { PaymentAlias } from '../aliases/payment-alias.entity.js';
import { ReportLog } from '../at-channel/report-log.js';

type AliasEvent = Extract<ChannelEvent, { kind: 'alias' }>;

/** A report about an alias for payments without a code; of one that belongs to a subscription the consent is reported. */
@Injectable()
export class ApplyAliasReportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly applyOutcome: ApplyAliasOutcomeService,
    private readonly log: ReportLog,
  ) {}

  async run(account: string, event: AliasEvent): Promise<void> {
    const name = await this.nameOf(account, event);
    if (!name) return this.log.record(this.dataSource.manager, account, event, 'for_staff', { attemptReference: null });
    await this.applyOutcome.run(name, event.result, (tx, effect, alias) =>
      this.log.record(tx, account, event, effect, { attemptReference: null, aliasId: alias?.id }),
    );
  }

  /** By the acquirer's name of it first, then by ours; never one of another account. */
  private async nameOf(connector: string, { providerRef, reference }: AliasEvent): Promise<AliasName | null> {
    const { manager } = this.dataSource;
    const id = reference === null ? null : uuidOf(reference);
    const found =
      (providerRef === null ? null : await manager.findOneBy(PaymentAlias, { connector, providerRef, type: 'UID' })) ??
      (id === null ? null : await manager.findOneBy(PaymentAlias, { connector, id, type: 'UID' }));
    return found && { id: found.id, connector };
  }
}
