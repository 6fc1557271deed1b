import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { CallDuePartnersService } from './partner-calls/call-due-partners.service.js';

/** The periodic task of premium SMS. */
@Injectable()
export class SmsDueWork implements OnModuleInit {
  constructor(
    private readonly periodic: PeriodicTasks,
    private readonly callDuePartners: CallDuePartnersService,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'sms-partner-calls', everyMs: 2_000, batch: () => this.callDuePartners.run().then(() => false) });
  }
}
