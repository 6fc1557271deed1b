import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectorsModule } from '../../../connectors/connectors.module.js';
import { ChangesModule } from '../../../platform/changes/changes.module.js';
import { LedgerModule } from '../../../platform/ledger/ledger.module.js';
import { AcquirersModule } from '../acquirers/acquirers.module.js';
import { ApplyRefundOutcomeService } from './apply-refund-outcome.service.js';
import { CreateRefundService } from './create-refund.service.js';
import { PaymentRefund } from './payment-refund.entity.js';
import { RefundsQuery } from './refunds.query.js';
import { SendRefundService } from './send-refund.service.js';

const EXPORTED = [ApplyRefundOutcomeService, CreateRefundService, RefundsQuery, SendRefundService];

@Module({
  imports: [TypeOrmModule.forFeature([PaymentRefund]), AcquirersModule, ChangesModule, ConnectorsModule, LedgerModule],
  providers: EXPORTED,
  exports: EXPORTED,
})
export class RefundsModule {}
