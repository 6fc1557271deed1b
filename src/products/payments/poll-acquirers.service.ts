import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../common/time/clocks.js';
import type { AcquirerConnector } from '../../connectors/acquirers/port/acquirer-connector.js';
import { AcquirerConnectors } from '../../connectors/acquirers/port/acquirer-connectors.js';
import { ALIASES } from './aliases/acquirer-aliases.js';
import { PollAliasService } from './aliases/poll-alias.service.js';
import type { AcquirerResource } from './acquirers/acquirer-resource.js';
import { AttemptPollSchedule } from './acquirers/attempt-poll-schedule.js';
import { ATTEMPTS } from './attempts/acquirer-attempts.js';
import { PollAttemptService } from './attempts/poll-attempt.service.js';
import { REFUNDS } from './refunds/acquirer-refunds.js';
import { SendRefundService } from './refunds/send-refund.service.js';
import { SUBSCRIPTIONS } from './subscriptions/acquirer-subscriptions.js';
import { PollMandateService } from './subscriptions/mandate/poll-mandate.service.js';

export type PolledKind = 'attempt' | 'refund' | 'alias' | 'subscription';

/**
 * Calls acquirers about attempts, refunds, aliases and subscriptions that are due. Rows of an account that was removed, or that does not support
 * their kind, stay due until the account can be called.
 */
@Injectable()
export class PollAcquirersService {
  private readonly kinds: Record<PolledKind, (at: AcquirerConnector) => Promise<boolean> | null>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly schedule: AttemptPollSchedule,
    private readonly connectors: AcquirerConnectors,
    attempts: PollAttemptService,
    refunds: SendRefundService,
    aliases: PollAliasService,
    subscriptions: PollMandateService,
  ) {
    this.kinds = {
      attempt: (at) => this.due(ATTEMPTS, at.name, (attempt) => attempts.run(attempt, at)),
      refund: (at) => this.due(REFUNDS, at.name, (refund) => refunds.run(refund, at)),
      alias: ({ name, aliases: operations }) => operations && this.due(ALIASES, name, (alias) => aliases.run(alias, operations)),
      subscription: ({ name, recurring }) =>
        recurring && this.due(SUBSCRIPTIONS, name, (subscription) => subscriptions.run(subscription, recurring)),
    };
  }

  /** Handles one batch of one kind at one account. @returns whether more may be due. */
  async batch(kind: PolledKind, account: string): Promise<boolean> {
    const connector = this.connectors.find(account);
    return (connector && (await this.kinds[kind](connector))) ?? false;
  }

  private due<Row>(resource: AcquirerResource<Row, unknown>, account: string, call: (row: Row) => Promise<void>): Promise<boolean> {
    const { againAfterMs } = this.schedule;
    return resource.pollDue(this.dataSource, { of: account, now: this.clock.now(), againAfterMs, call });
  }
}
