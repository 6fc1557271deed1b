import { Module } from '@nestjs/common';
import { TotalsQuery } from './totals.query.js';
import { SumTotalsService } from './sum-totals.service.js';

@Module({ providers: [TotalsQuery, SumTotalsService], exports: [TotalsQuery] })
export class TotalsModule {}
