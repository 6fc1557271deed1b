import { Module } from '@nestjs/common';
import { FoldCountersService } from './fold-counters.service.js';
import { ListingCounters } from './listing-counters.js';
import { ListingPages } from './listing-pages.js';

@Module({ providers: [ListingCounters, ListingPages, FoldCountersService], exports: [ListingCounters, ListingPages] })
export class ListingModule {}
