import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { AskChargesService } from './charges/ask-charges.service.js';
import { ExpireTransactionsService } from './transactions/expire-transactions.service.js';

/** What DirectBilling does by itself as time passes. */
@Injectable()
export class DirectBillingDueWork implements OnModuleInit {
  constructor(
    private readonly periodic: PeriodicTasks,
    private readonly expire: ExpireTransactionsService,
    private readonly ask: AskChargesService,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'directbilling-expire', everyMs: 2_000, run: () => this.expire.run() });
    this.periodic.register({ name: 'directbilling-ask', everyMs: 2_000, run: () => this.ask.run() });
  }
}
