import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { RetryPartnerCallsService } from './partner-calls/retry-partner-calls.service.js';

/** The periodic task of premium SMS. */
@Injectable()
export class SmsTasks implements OnModuleInit {
  constructor(
    private readonly periodic: PeriodicTasks,
    private readonly callDuePartners: RetryPartnerCallsService,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'retry-partner-calls', intervalMs: 2_000, batch: () => this.callDuePartners.run().then(() => false) });
  }
}
