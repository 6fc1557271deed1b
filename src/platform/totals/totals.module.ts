import { Module } from '@nestjs/common';
import { TotalSources } from './total-sources.js';
import { TotalsQuery } from './totals.query.js';
import { SumTotalsService } from './sum-totals.service.js';

@Module({ providers: [TotalSources, TotalsQuery, SumTotalsService], exports: [TotalSources, TotalsQuery] })
export class TotalsModule {}
