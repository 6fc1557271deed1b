import { type DynamicModule, Module } from '@nestjs/common';
import { PRODUCTS } from '../parts.js';
import { type PlatformOptions, PlatformModule } from '../platform.module.js';
import { LedgerModule } from '../platform/ledger/ledger.module.js';
import { PeopleModule } from '../platform/people/people.module.js';
import { WebhooksModule } from '../platform/webhooks/webhooks.module.js';

/** The services that the commands use, without HTTP and without scheduled tasks. */
@Module({})
export class CliModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    const products = PRODUCTS.map(({ module }) => module);
    return { module: CliModule, imports: [PlatformModule.forRoot(options), LedgerModule, WebhooksModule, PeopleModule, ...products] };
  }
}
