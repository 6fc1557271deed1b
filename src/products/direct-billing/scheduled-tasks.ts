import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OPERATORS } from '../../connectors/operators/operator.port.js';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { PollChargesService } from './charges/poll-charges.service.js';
import { ExpireTransactionsService } from './charges/expire-transactions.service.js';

const INTERVAL_MS = 2_000;

/** Registers the tasks that expire unpaid transactions and poll the operators about charges. */
@Injectable()
export class DirectBillingTasks implements OnModuleInit {
  constructor(
    private readonly periodic: PeriodicTasks,
    private readonly expire: ExpireTransactionsService,
    private readonly poll: PollChargesService,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'expire-directbilling', intervalMs: INTERVAL_MS, batch: () => this.expire.batch() });
    // One task per operator, so that an operator that hangs does not delay the polls of other operators.
    for (const operator of OPERATORS)
      this.periodic.register({ name: `poll-directbilling-${operator}`, intervalMs: INTERVAL_MS, batch: () => this.poll.batch(operator) });
  }
}
