import { Module } from '@nestjs/common';
import { ConnectorsModule } from '../../../connectors/connectors.module.js';
import { AliasesModule } from '../aliases/aliases.module.js';
import { AcquirersModule } from '../acquirers/acquirers.module.js';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { ChargebacksModule } from '../chargebacks/chargebacks.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { HandleAcquirerCallbackService } from './handle-acquirer-callback.service.js';
import { MatchedReferencesQuery } from './matched-references.query.js';
import { UnmatchedPaymentCallbacksQuery } from './unmatched-callbacks.query.js';

const EXPORTED = [HandleAcquirerCallbackService, MatchedReferencesQuery, UnmatchedPaymentCallbacksQuery];

/** Acquirers' callbacks about payments, refunds, chargebacks, aliases and mandates. */
@Module({
  imports: [AliasesModule, AcquirersModule, AttemptsModule, ChargebacksModule, ConnectorsModule, RefundsModule, SubscriptionsModule],
  providers: EXPORTED,
  exports: EXPORTED,
})
export class AcquirerCallbacksModule {}
