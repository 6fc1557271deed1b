import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../../common/time/clocks.js';
import { ChannelConnectors } from '../../../../connectors/channels/port/channel-connectors.js';
import { dueCalls } from '../../../../runtime/scheduling/due-calls.js';
import { AttemptAskSchedule } from '../../at-channel/ask-schedule.js';
import { AskSubscriptionService } from './ask-subscription.service.js';

/** Moving the next call on is the claim: no other process works on the same subscription meanwhile. */
const callAboutSubscriptions = dueCalls<{ id: string }>({
  table: 'payment_subscription',
  id: 'id',
  dueAt: 'ask_at',
  count: 'ask_count',
  of: 'connector',
  columns: ['id'],
});

/** Asks acquirers about consents without a definite answer, and has those revoked that have ended here. */
@Injectable()
export class AskSubscriptionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly schedule: AttemptAskSchedule,
    private readonly connectors: ChannelConnectors,
    private readonly ask: AskSubscriptionService,
  ) {}

  /** Some of one account's subscriptions. @returns whether there may be more. */
  async batch(account: string): Promise<boolean> {
    const connector = this.connectors.named(account);
    if (!connector) return false;
    const { againAfterMs } = this.schedule;
    const call = ({ id }: { id: string }) => this.ask.run(id, connector);
    return callAboutSubscriptions(this.dataSource, { of: account, now: this.clock.now(), againAfterMs, call });
  }
}
