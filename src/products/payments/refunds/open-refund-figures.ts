import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { ChannelConnectors } from '../../../connectors/channels/port/channel-connectors.js';
import { oldestOpen } from '../../../runtime/database/oldest-open.js';
import { ScrapedFigures } from '../../../runtime/metrics/scraped-figures.js';

const OPEN_STATES = ['refund_new', 'refund_pending'] as const;

const oldestRefunds = oldestOpen({
  table: 'payment_refund',
  of: 'connector',
  state: 'status',
  since: 'created_at',
  isOpen: `status IN (${OPEN_STATES.map((status) => `'${status}'`).join(', ')})`,
});

/** How long payers have waited for refunds whose end nobody knows yet. Every process says the same. */
@Injectable()
export class OpenRefundFigures implements OnModuleInit {
  constructor(
    private readonly figures: ScrapedFigures,
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly accounts: ChannelConnectors,
  ) {}

  onModuleInit(): void {
    const expected = { connectors: this.accounts.accounts(), states: OPEN_STATES };
    this.figures.register({
      name: 'open-refunds',
      help: {
        payment_oldest_open_refund_seconds:
          'How old the oldest refund is that the acquirer has not been told of, or has not decided; 0 when there is none.',
      },
      labels: { payment_oldest_open_refund_seconds: ['connector', 'state'] },
      read: async () => ({ payment_oldest_open_refund_seconds: await oldestRefunds(this.dataSource, this.clock.now(), expected) }),
    });
  }
}
