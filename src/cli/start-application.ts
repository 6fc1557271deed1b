import { type INestApplicationContext, type DynamicModule, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type PlatformOptions, PlatformModule } from '../platform.module.js';
import { NestLogger } from '../runtime/logging/nest-logger.js';
import { PRODUCTS } from './products/products.js';
import { LedgerModule } from '../platform/ledger/ledger.module.js';
import { ListingModule } from '../platform/listing/listing.module.js';
import { PeopleModule } from '../platform/people/people.module.js';
import { WebhooksModule } from '../platform/webhooks/webhooks.module.js';
import { CliPersonalDataModule } from '../program/cli-personal-data.module.js';

/** The services that the commands use, without HTTP and without scheduled tasks. */
@Module({})
class CliModule {
  static forRoot(options: PlatformOptions, products: readonly Type[]): DynamicModule {
    const parts = [LedgerModule, ListingModule, WebhooksModule, CliPersonalDataModule, PeopleModule];
    return { module: CliModule, imports: [PlatformModule.forRoot(options), ...parts, ...products] };
  }
}

/** Starts the Nest application of the commands, without an HTTP server. */
export function startApplication(options: PlatformOptions): Promise<INestApplicationContext> {
  const products = PRODUCTS.map(({ module }) => module);
  return NestFactory.createApplicationContext(CliModule.forRoot(options, products), {
    logger: new NestLogger(options.logger),
    abortOnError: false,
  });
}
