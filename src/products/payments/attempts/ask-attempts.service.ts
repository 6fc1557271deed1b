import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { ChannelConnectors } from '../../../connectors/channels/port/channel-connectors.js';
import { dueCalls } from '../../../runtime/scheduling/due-calls.js';
import { AskAttemptService } from './ask-attempt.service.js';
import { AttemptAskSchedule } from '../at-channel/ask-schedule.js';

/** Moving the next call on is the claim: no other process works on the same attempt meanwhile. */
const callAboutAttempts = dueCalls<{ reference: string }>({
  table: 'payment_attempt',
  id: 'reference',
  dueAt: 'ask_at',
  count: 'ask_count',
  of: 'connector',
  columns: ['reference'],
});

/** Asks acquirers about attempts without a definite answer, takes authorized money, and gives back what is no payment's. */
@Injectable()
export class AskAttemptsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly schedule: AttemptAskSchedule,
    private readonly connectors: ChannelConnectors,
    private readonly ask: AskAttemptService,
  ) {}

  /** Accounts that attempts are begun through; attempts of one that was removed keep their place until it is back. */
  accounts(): string[] {
    const names = this.connectors.available().map((channel) => this.connectors.serving(channel)?.name);
    return [...new Set(names)].filter((name) => name !== undefined);
  }

  /** Some of one account's attempts. @returns whether there may be more. */
  async batch(account: string): Promise<boolean> {
    const connector = this.connectors.named(account);
    if (!connector) return false;
    const { againAfterMs } = this.schedule;
    const call = ({ reference }: { reference: string }) => this.ask.run(reference, connector);
    return callAboutAttempts(this.dataSource, { of: account, now: this.clock.now(), againAfterMs, call });
  }
}
