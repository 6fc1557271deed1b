import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { RetryPartnerCallsService } from './partner-calls/retry-partner-calls.service.js';

const INTERVAL_MS = 2_000;

/** Registers the task that repeats partner calls. */
@Injectable()
export class SmsTasks implements OnModuleInit {
  constructor(
    private readonly periodic: PeriodicTasks,
    private readonly retryPartnerCalls: RetryPartnerCallsService,
  ) {}

  onModuleInit(): void {
    this.periodic.register({
      name: 'retry-partner-calls',
      intervalMs: INTERVAL_MS,
      batch: () => this.retryPartnerCalls.run().then(() => false),
    });
  }
}
