import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectorsModule } from '../../connectors/connectors.module.js';
import { ChangesModule } from '../../platform/changes/changes.module.js';
import { ListingModule } from '../../platform/listing/listing.module.js';
import { RemoteOperationsModule } from '../../platform/remote-operations/remote-operations.module.js';
import { ApplyChargeOutcomeService } from './charges/apply-charge-outcome.service.js';
import { PollChargesService } from './charges/poll-charges.service.js';
import { HandleOperatorCallbackService } from './charges/handle-callback.service.js';
import { ChargeQueries } from './charges/charge.queries.js';
import { ReverseChargeService } from './charges/reverse-charge.service.js';
import { ReverseUnmatchedChargeService } from './charges/reverse-unmatched-charge.service.js';
import { PollUnmatchedChargeService } from './charges/poll-unmatched-charge.service.js';
import { ChangeNumberService } from './checkout/change-number.service.js';
import { CheckoutQueries } from './checkout/checkout.queries.js';
import { CodeRateLimiter } from './checkout/code-rate-limiter.js';
import { ExtendTimeService } from './checkout/extend-time.service.js';
import { SendCodeService } from './checkout/send-code.service.js';
import { SubmitCodeService } from './checkout/submit-code.service.js';
import { ChangeTariffService } from './commission/change-tariff.service.js';
import { TariffQueries } from './commission/tariff.queries.js';
import { DirectBillingCharge } from './charges/direct-billing-charge.entity.js';
import { DirectBillingServiceDetails } from './services/direct-billing-service-details.entity.js';
import { DirectBillingTransaction } from './transactions/direct-billing-transaction.entity.js';
import { ChangeDirectBillingService } from './services/change-direct-billing-service.js';
import { CreateDirectBillingService } from './services/create-direct-billing-service.js';
import { ServiceSuffixesQuery } from './services/service-suffixes.query.js';
import { CreateDirectBillingTransactionService } from './transactions/create-transaction.service.js';
import { ExpireTransactionsService } from './charges/expire-transactions.service.js';
import { InsertTransactionService } from './transactions/insert-transaction.service.js';
import { InspectDirectBillingTransactionQuery } from './charges/inspect-transaction.query.js';
import { DirectBillingTransactionQueries } from './transactions/transaction.queries.js';

const PROVIDERS = [
  ChangeDirectBillingService,
  ChangeNumberService,
  ChangeTariffService,
  ChargeQueries,
  CheckoutQueries,
  CreateDirectBillingService,
  CreateDirectBillingTransactionService,
  DirectBillingTransactionQueries,
  ExtendTimeService,
  HandleOperatorCallbackService,
  InspectDirectBillingTransactionQuery,
  SendCodeService,
  ServiceSuffixesQuery,
  SubmitCodeService,
  TariffQueries,
  ApplyChargeOutcomeService,
  PollChargesService,
  PollUnmatchedChargeService,
  CodeRateLimiter,
  ExpireTransactionsService,
  InsertTransactionService,
  ReverseChargeService,
  ReverseUnmatchedChargeService,
];

/** The services of DirectBilling. What the product declares to the platform is in `direct-billing.product.ts`. */
@Module({
  imports: [
    TypeOrmModule.forFeature([DirectBillingCharge, DirectBillingServiceDetails, DirectBillingTransaction]),
    ChangesModule,
    ConnectorsModule,
    ListingModule,
    RemoteOperationsModule,
  ],
  providers: PROVIDERS,
  exports: [...PROVIDERS, ListingModule],
})
export class DirectBillingModule {}
