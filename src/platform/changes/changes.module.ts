import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { Changes } from './changes.service.js';
import { ServiceFactsQuery } from './service-facts.query.js';

@Module({ imports: [LedgerModule, ListingModule, WebhooksModule], providers: [Changes, ServiceFactsQuery], exports: [Changes] })
export class ChangesModule {}
