import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { type PlatformOptions, PlatformModule } from '../platform.module.js';
import { LedgerModule } from '../platform/ledger/ledger.module.js';
import { ListingModule } from '../platform/listing/listing.module.js';
import { PeopleModule } from '../platform/people/people.module.js';
import { WebhooksModule } from '../platform/webhooks/webhooks.module.js';
import { CliPersonalDataModule } from '../program/cli-personal-data.module.js';

/** The services that the commands use, without HTTP and without scheduled tasks. */
@Module({})
export class CliModule {
  static forRoot(options: PlatformOptions, products: readonly Type[]): DynamicModule {
    const parts = [LedgerModule, ListingModule, WebhooksModule, CliPersonalDataModule, PeopleModule];
    return { module: CliModule, imports: [PlatformModule.forRoot(options), ...parts, ...products] };
  }
}
