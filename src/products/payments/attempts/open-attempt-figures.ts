import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { ChannelConnectors } from '../../../connectors/channels/port/channel-connectors.js';
import { StateChangeMetrics } from '../../../platform/changes/state-change-metrics.js';
import { oldestOpen } from '../../../runtime/database/oldest-open.js';
import { ScrapedFigures } from '../../../runtime/metrics/scraped-figures.js';
import { PaymentSubjects } from './payment-subjects.js';
import type { AttemptState } from './attempt-transitions.js';

const OPEN_STATES: readonly AttemptState[] = ['sent', 'pending', 'authorized', 'lapsed', 'return_due'];

const oldestAttempts = oldestOpen({
  table: 'payment_attempt',
  of: 'connector',
  state: 'state',
  since: 'updated_at',
  isOpen: 'ask_at IS NOT NULL',
});

/**
 * How long accounts have owed a definite word about an attempt: what became of it, the money that was authorized, the money that is to go
 * back. Also of accounts that were removed. Every process says the same.
 */
@Injectable()
export class OpenAttemptFigures implements OnModuleInit {
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
    this.figures.register({
      name: 'open-attempts',
      help: {
        payment_oldest_open_attempt_seconds:
          'How long the attempt that has been in the state longest has been in it, of those that the acquirer is asked about; 0 when there is none.',
      },
      labels: { payment_oldest_open_attempt_seconds: ['connector', 'state'] },
      read: async () => ({
        payment_oldest_open_attempt_seconds: await oldestAttempts(this.dataSource, this.clock.now(), { connectors, states: OPEN_STATES }),
      }),
    });
  }
}
