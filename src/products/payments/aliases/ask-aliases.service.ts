import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { ChannelConnectors } from '../../../connectors/channels/port/channel-connectors.js';
import { dueCalls } from '../../../runtime/scheduling/due-calls.js';
import { AttemptAskSchedule } from '../at-channel/ask-schedule.js';
import { AskAliasService } from './ask-alias.service.js';

/** Moving the next call on is the claim: no other process works on the same alias meanwhile. */
const callAboutAliases = dueCalls<{ id: string }>({
  table: 'payment_alias',
  id: 'id',
  dueAt: 'ask_at',
  count: 'ask_count',
  of: 'connector',
  columns: ['id'],
});

/** Asks acquirers about aliases that nobody has agreed to yet, and has those unregistered that are over, until the answer is definite. */
@Injectable()
export class AskAliasesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly schedule: AttemptAskSchedule,
    private readonly connectors: ChannelConnectors,
    private readonly ask: AskAliasService,
  ) {}

  /** Some of one account's aliases. @returns whether there may be more. */
  async batch(account: string): Promise<boolean> {
    const operations = this.connectors.named(account)?.aliases;
    if (!operations) return false;
    const { againAfterMs } = this.schedule;
    const call = ({ id }: { id: string }) => this.ask.run(id, operations);
    return callAboutAliases(this.dataSource, { of: account, now: this.clock.now(), againAfterMs, call });
  }
}
