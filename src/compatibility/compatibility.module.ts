import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { DirectBillingModule } from '../products/direct-billing/direct-billing.module.js';
import { SmsModule } from '../products/sms/sms.module.js';
import { LookUpFactsService } from './facts/look-up-facts.service.js';
import { ReadCompatiblyGuard } from './read-compatibly.guard.js';

/** Support for older client libraries. Workers do not have it, because they serve no requests of partners. */
@Module({
  imports: [DirectBillingModule, SmsModule],
  providers: [LookUpFactsService, { provide: APP_GUARD, useClass: ReadCompatiblyGuard }],
  exports: [LookUpFactsService],
})
export class CompatibilityModule {}
