import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { AskAttemptsService } from './attempts/ask-attempts.service.js';
import { ExpirePaymentsService } from './transactions/expire-payments.service.js';

/** What online payments do by themselves as time passes. */
@Injectable()
export class PaymentsDueWork implements OnModuleInit {
  constructor(
    private readonly periodic: PeriodicTasks,
    private readonly expire: ExpirePaymentsService,
    private readonly ask: AskAttemptsService,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'payment-expire', everyMs: 2_000, run: (signal) => this.expire.run(signal) });
    // Each account by itself: one that hangs keeps the questions to the others waiting for nothing.
    for (const account of this.ask.accounts())
      this.periodic.register({ name: `payment-ask-${account}`, everyMs: 2_000, run: (signal) => this.ask.run(account, signal) });
  }
}
