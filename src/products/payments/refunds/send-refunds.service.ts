import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { ChannelConnectors } from '../../../connectors/channels/port/channel-connectors.js';
import { claimDue } from '../../../runtime/scheduling/claim-due.js';
import { AttemptAskSchedule } from '../attempts/ask-schedule.js';
import { SendRefundService } from './send-refund.service.js';

/** Calls to one account that may be under way at once. */
const BATCH = 50;

/** Moving the next call on is the claim: no other process works on the same refund meanwhile. */
const claimRefunds = claimDue<{ id: string }>({
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
    const due = await claimRefunds(this.dataSource, { of: account, now: this.clock.now(), most: BATCH, againAfterMs });
    const results = await Promise.allSettled(due.map(({ id }) => this.send.run(id, connector)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return due.length === BATCH;
  }
}
