import { Module } from '@nestjs/common';
import { FoldCountersService } from './fold-counters.service.js';
import { ListingCounters } from './listing-counters.js';
import { ListPages } from './lists/list-pages.js';
import { Replica } from './replica/replica.js';
import { ReplicaMetrics } from './replica/replica-metrics.js';
import { CountedLists } from './verification/counted-lists.js';
import { VerifyCountersService } from './verification/verify-counters.service.js';

@Module({
  providers: [CountedLists, FoldCountersService, ListingCounters, ListPages, Replica, ReplicaMetrics, VerifyCountersService],
  exports: [CountedLists, ListingCounters, ListPages, VerifyCountersService],
})
export class ListingModule {}
