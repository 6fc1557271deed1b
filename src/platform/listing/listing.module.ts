import { Module } from '@nestjs/common';
import { CompactCountersService } from './compact-counters.service.js';
import { ListPages } from './lists/list-pages.js';
import { Replica } from './replica/replica.js';
import { ReplicaMetrics } from './replica/replica-metrics.js';

@Module({
  providers: [CompactCountersService, ListPages, Replica, ReplicaMetrics],
  exports: [ListPages],
})
export class ListingModule {}
