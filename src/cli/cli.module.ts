import { type DynamicModule, Module } from '@nestjs/common';
import { DirectBillingModule } from '../direct-billing/direct-billing.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PlatformModule, type PlatformOptions } from '../platform.module.js';
import { SmsModule } from '../sms/sms.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';

/** The services behind the commands: no HTTP and no loops. */
@Module({})
export class CliModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return { module: CliModule, imports: [PlatformModule.forRoot(options), LedgerModule, WebhooksModule, DirectBillingModule, SmsModule] };
  }
}
