import { Module } from '@nestjs/common';
import { CompactCountersService } from './compact-counters.service.js';
import { ListPages } from './lists/list-pages.js';
import { Replica } from './replica/replica.js';
import { ReplicaMetrics } from './replica/replica-metrics.js';
import { CountedLists } from './verification/counted-lists.js';
import { VerifyCountersService } from './verification/verify-counters.service.js';

@Module({
  providers: [CountedLists, CompactCountersService, ListPages, Replica, ReplicaMetrics, VerifyCountersService],
  exports: [CountedLists, ListPages, VerifyCountersService],
})
export class ListingModule {}
