import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { ChannelConnectors } from '../../../connectors/channels/port/channel-connectors.js';
import { dueCalls } from '../../../runtime/scheduling/due-calls.js';
import { AttemptAskSchedule } from '../at-channel/ask-schedule.js';
import { SendRefundService } from './send-refund.service.js';

/** Moving the next call on is the claim: no other process works on the same refund meanwhile. */
const callAboutRefunds = dueCalls<{ id: string }>({
  table: 'payment_refund',
  id: 'id',
  dueAt: 'ask_at',
  count: 'ask_count',
  of: 'connector',
  columns: ['id'],
});

/** Tells acquirers of new refunds, and asks about those without a definite answer. */
@Injectable()
export class SendRefundsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly schedule: AttemptAskSchedule,
    private readonly connectors: ChannelConnectors,
    private readonly send: SendRefundService,
  ) {}

  /** Some of one account's refunds. @returns whether there may be more. */
  async batch(account: string): Promise<boolean> {
    const connector = this.connectors.named(account);
    if (!connector) return false;
    const { againAfterMs } = this.schedule;
    const call = ({ id }: { id: string }) => this.send.run(id, connector);
    return callAboutRefunds(this.dataSource, { of: account, now: this.clock.now(), againAfterMs, call });
  }
}
