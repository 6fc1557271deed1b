import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../common/time/clocks.js';
import { ChannelConnectors } from '../../connectors/channels/port/channel-connectors.js';
import { StateChangeMetrics } from '../../platform/changes/state-change-metrics.js';
import { oldestOpen } from '../../runtime/database/oldest-open.js';
import { ScrapedFigures } from '../../runtime/metrics/scraped-figures.js';
import { OPEN_ATTEMPTS } from './attempts/acquirer-attempts.js';
import { PaymentSubjects } from './attempts/payment-subjects.js';
import { OPEN_REFUNDS } from './refunds/acquirer-refunds.js';

/**
 * How long accounts have owed a definite outcome: of an attempt, the money that was authorized or is to go back, of a refund. Also accounts
 * that were removed. Every process says the same.
 */
@Injectable()
export class OpenAtAcquirersGauges implements OnModuleInit {
  constructor(
    private readonly figures: ScrapedFigures,
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly changes: StateChangeMetrics,
    private readonly subjects: PaymentSubjects,
    private readonly accounts: ChannelConnectors,
  ) {}

  onModuleInit(): void {
    const connectors = this.accounts.accounts();
    for (const connector of connectors) this.changes.expect({ subject: this.subjects.attempt.type, state: 'suspense', connector });
    for (const { source: name, gauge, help, states, ...open } of [OPEN_ATTEMPTS, OPEN_REFUNDS]) {
      const oldest = oldestOpen({ ...open, of: 'connector' });
      this.figures.register({
        name,
        help: { [gauge]: help },
        labels: { [gauge]: ['connector', 'state'] },
        read: async () => ({ [gauge]: await oldest(this.dataSource, this.clock.now(), { connectors, states }) }),
      });
    }
  }
}
