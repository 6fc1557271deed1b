import { Module } from '@nestjs/common';
import { ConnectorsModule } from '../../../connectors/connectors.module.js';
import { AliasesModule } from '../aliases/aliases.module.js';
import { AtChannelModule } from '../at-channel/at-channel.module.js';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { ChargebacksModule } from '../chargebacks/chargebacks.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { HandleChannelReportService } from './handle-channel-report.service.js';
import { KnownNamesQuery } from './known-names.query.js';
import { UnknownPaymentReportsQuery } from './unknown-reports.query.js';

const EXPORTED = [HandleChannelReportService, KnownNamesQuery, UnknownPaymentReportsQuery];

/** Acquirers' reports about payments, refunds, aliases and mandates. */
@Module({
  imports: [AliasesModule, AtChannelModule, AttemptsModule, ChargebacksModule, ConnectorsModule, RefundsModule, SubscriptionsModule],
  providers: EXPORTED,
  exports: EXPORTED,
})
export class ChannelReportsModule {}
