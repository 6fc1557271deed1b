import { Module } from '@nestjs/common';
import { ChangesModule } from '../../../platform/changes/changes.module.js';
import { LedgerModule } from '../../../platform/ledger/ledger.module.js';
import { AcquirersModule } from '../acquirers/acquirers.module.js';
import { BookChargebackService } from './book-chargeback.service.js';
import { ChargebacksQuery } from './chargebacks.query.js';

const SERVICES = [BookChargebackService, ChargebacksQuery];

@Module({
  imports: [AcquirersModule, ChangesModule, LedgerModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class ChargebacksModule {}
