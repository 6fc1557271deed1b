import { type DynamicModule, Module } from '@nestjs/common';
import { DirectBillingModule } from '../products/direct-billing/direct-billing.module.js';
import { ListingModule } from '../platform/listing/listing.module.js';
import { LedgerModule } from '../platform/ledger/ledger.module.js';
import { PlatformModule, type PlatformOptions } from '../platform.module.js';
import { SmsModule } from '../products/sms/sms.module.js';
import { WebhooksModule } from '../platform/webhooks/webhooks.module.js';

/** The services behind the commands: no HTTP and no loops. */
@Module({})
export class CliModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: CliModule,
      imports: [PlatformModule.forRoot(options), LedgerModule, ListingModule, WebhooksModule, DirectBillingModule, SmsModule],
    };
  }
}
