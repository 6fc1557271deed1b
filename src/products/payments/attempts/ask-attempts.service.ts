import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { ChannelConnectors } from '../../../connectors/channels/port/channel-connectors.js';
import { claimDue } from '../../../runtime/scheduling/claim-due.js';
import { whileFull } from '../../../runtime/scheduling/while-full.js';
import { AskAttemptService } from './ask-attempt.service.js';
import { AttemptAskSchedule } from './ask-schedule.js';

/** Calls to one account that may be under way at once. */
const BATCH = 50;

/** Moving the next call on is the claim: no other process works on the same attempt meanwhile. */
const claimAttempts = claimDue<{ reference: string }>({
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

  /** One account's attempts, as long as many are due. @param signal ends the work between two batches. @returns how many were worked on. */
  run(account: string, signal?: AbortSignal): Promise<number> {
    return whileFull(BATCH, () => this.askSome(account), signal);
  }

  private async askSome(account: string): Promise<number> {
    const connector = this.connectors.named(account);
    if (!connector) return 0;
    const { againAfterMs } = this.schedule;
    const due = await claimAttempts(this.dataSource, { of: account, now: this.clock.now(), most: BATCH, againAfterMs });
    const results = await Promise.allSettled(due.map(({ reference }) => this.ask.run(reference, connector)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return due.length;
  }
}
