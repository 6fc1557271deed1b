import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../common/time/clocks.js';
import type { AcquirerConnector } from '../../connectors/acquirers/port/acquirer-connector.js';
import { AcquirerConnectors } from '../../connectors/acquirers/port/acquirer-connectors.js';
import { ALIASES } from './blik-aliases/acquirer-aliases.js';
import { PollAliasService } from './blik-aliases/poll-alias.service.js';
import type { AcquirerResource } from './acquirers/acquirer-resource.js';
import { PollSchedule } from '../../platform/remote-operations/poll-schedule.js';
import { ATTEMPTS } from './attempts/acquirer-attempts.js';
import { PollAttemptService } from './attempts/poll-attempt.service.js';
import { REFUNDS } from './refunds/acquirer-refunds.js';
import { SendRefundService } from './refunds/send-refund.service.js';
import { SUBSCRIPTIONS } from './subscriptions/acquirer-subscriptions.js';
import { PollMandateService } from './subscriptions/mandate/poll-mandate.service.js';

export type PolledKind = 'attempt' | 'refund' | 'alias' | 'subscription';

/**
 * Calls acquirers about attempts, refunds, aliases and subscriptions that are due. Rows of an account that was removed, or that does not
 * support their kind, stay due until the account can be called.
 */
@Injectable()
export class PollAcquirersService {
  /** Polls the due rows of one kind at one account. null when the account does not support the kind. */
  private readonly pollers: Record<PolledKind, (connector: AcquirerConnector) => Promise<boolean> | null>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly schedule: PollSchedule,
    private readonly connectors: AcquirerConnectors,
    attempts: PollAttemptService,
    refunds: SendRefundService,
    aliases: PollAliasService,
    subscriptions: PollMandateService,
  ) {
    this.pollers = {
      attempt: (connector) => this.pollDue(ATTEMPTS, connector.name, (attempt) => attempts.run(attempt, connector)),
      refund: (connector) => this.pollDue(REFUNDS, connector.name, (refund) => refunds.run(refund, connector)),
      alias: ({ name, aliases: operations }) => operations && this.pollDue(ALIASES, name, (alias) => aliases.run(alias, operations)),
      subscription: ({ name, recurring }) =>
        recurring && this.pollDue(SUBSCRIPTIONS, name, (subscription) => subscriptions.run(subscription, recurring)),
    };
  }

  /** Handles one batch of one kind at one account. @returns whether more rows may be due. */
  async batch(kind: PolledKind, account: string): Promise<boolean> {
    const connector = this.connectors.find(account);
    return (connector && (await this.pollers[kind](connector))) ?? false;
  }

  private pollDue<Row>(resource: AcquirerResource<Row, unknown>, account: string, poll: (row: Row) => Promise<void>): Promise<boolean> {
    const { againAfterMs } = this.schedule;
    return resource.pollDue(this.dataSource, { provider: account, now: this.clock.now(), againAfterMs, poll });
  }
}
