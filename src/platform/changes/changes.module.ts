import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { ChangeConsequences } from './change-consequences.js';
import { Changes } from './changes.service.js';
import { ServiceContextQuery } from './service-context.query.js';
import { StateChangeMetrics } from './state-change-metrics.js';

@Module({
  imports: [LedgerModule, ListingModule, WebhooksModule],
  providers: [ChangeConsequences, Changes, ServiceContextQuery, StateChangeMetrics],
  exports: [Changes],
})
export class ChangesModule {}
