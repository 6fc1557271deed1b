import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { AskAliasesService } from './aliases/ask-aliases.service.js';
import { ExpireAliasesService } from './aliases/expire-aliases.service.js';
import { AskAttemptsService } from './attempts/ask-attempts.service.js';
import { SendRefundsService } from './refunds/send-refunds.service.js';
import { AskSubscriptionsService } from './subscriptions/consent/ask-subscriptions.service.js';
import { ExpireSubscriptionsService } from './subscriptions/expire-subscriptions.service.js';
import { ExpirePaymentsService } from './attempts/expire-payments.service.js';

/** What online payments do by themselves as time passes. */
@Injectable()
export class PaymentsDueWork implements OnModuleInit {
  constructor(
    private readonly periodic: PeriodicTasks,
    private readonly expire: ExpirePaymentsService,
    private readonly ask: AskAttemptsService,
    private readonly refunds: SendRefundsService,
    private readonly aliases: AskAliasesService,
    private readonly expireAliases: ExpireAliasesService,
    private readonly subscriptions: AskSubscriptionsService,
    private readonly expireSubscriptions: ExpireSubscriptionsService,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'payment-expire', everyMs: 2_000, batch: () => this.expire.batch() });
    this.periodic.register({ name: 'payment-alias-expire', everyMs: 2_000, batch: () => this.expireAliases.batch() });
    this.periodic.register({ name: 'subscription-expire', everyMs: 2_000, batch: () => this.expireSubscriptions.batch() });
    // Each account by itself: one that hangs keeps the questions to the others waiting for nothing.
    for (const account of this.ask.accounts()) {
      this.periodic.register({ name: `payment-ask-${account}`, everyMs: 2_000, batch: () => this.ask.batch(account) });
      this.periodic.register({ name: `payment-refund-${account}`, everyMs: 2_000, batch: () => this.refunds.batch(account) });
      this.periodic.register({ name: `payment-alias-${account}`, everyMs: 2_000, batch: () => this.aliases.batch(account) });
      this.periodic.register({ name: `subscription-ask-${account}`, everyMs: 2_000, batch: () => this.subscriptions.batch(account) });
    }
  }
}
