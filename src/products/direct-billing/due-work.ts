import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OPERATORS } from '../../connectors/operators/operator.port.js';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { AskChargesService } from './charges/ask-charges.service.js';
import { ExpireTransactionsService } from './charges/expire-transactions.service.js';

/** What DirectBilling does by itself as time passes. */
@Injectable()
export class DirectBillingDueWork implements OnModuleInit {
  constructor(
    private readonly periodic: PeriodicTasks,
    private readonly expire: ExpireTransactionsService,
    private readonly ask: AskChargesService,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'directbilling-expire', everyMs: 2_000, batch: () => this.expire.batch() });
    // Each operator by itself: one that hangs keeps the questions to the others waiting for nothing.
    for (const operator of OPERATORS)
      this.periodic.register({ name: `directbilling-ask-${operator}`, everyMs: 2_000, batch: () => this.ask.batch(operator) });
  }
}
