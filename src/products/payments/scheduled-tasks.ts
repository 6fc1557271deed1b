import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AcquirerConnectors } from '../../connectors/acquirers/port/acquirer-connectors.js';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { ExpireAliasesService } from './aliases/expire-aliases.service.js';
import { ExpirePaymentsService } from './attempts/expire-payments.service.js';
import { type PolledKind, PollAcquirersService } from './poll-acquirers.service.js';
import { ExpireSubscriptionsService } from './subscriptions/expire-subscriptions.service.js';

const POLL_TASKS: Record<PolledKind, string> = {
  attempt: 'poll-attempts',
  refund: 'poll-refunds',
  alias: 'poll-aliases',
  subscription: 'poll-mandates',
};

const INTERVAL_MS = 2_000;

/** Registers the tasks that expire payments, aliases and subscriptions, and that call the acquirers about due rows. */
@Injectable()
export class PaymentTasks implements OnModuleInit {
  constructor(
    private readonly periodic: PeriodicTasks,
    private readonly connectors: AcquirerConnectors,
    private readonly poll: PollAcquirersService,
    private readonly payments: ExpirePaymentsService,
    private readonly aliases: ExpireAliasesService,
    private readonly subscriptions: ExpireSubscriptionsService,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'expire-payments', intervalMs: INTERVAL_MS, batch: () => this.payments.batch() });
    this.periodic.register({ name: 'expire-aliases', intervalMs: INTERVAL_MS, batch: () => this.aliases.batch() });
    this.periodic.register({ name: 'expire-subscriptions', intervalMs: INTERVAL_MS, batch: () => this.subscriptions.batch() });
    // One task per account, so that an acquirer that hangs does not delay polls of the others.
    for (const account of this.connectors.accounts())
      for (const [kind, task] of Object.entries(POLL_TASKS) as [PolledKind, string][])
        this.periodic.register({ name: `${task}-${account}`, intervalMs: INTERVAL_MS, batch: () => this.poll.batch(kind, account) });
  }
}
