import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectorsModule } from '../../connectors/connectors.module.js';
import { LedgerModule } from '../../platform/ledger/ledger.module.js';
import { ListingModule } from '../../platform/listing/listing.module.js';
import { CountedLists } from '../../platform/listing/verification/counted-lists.js';
import { WebhooksModule } from '../../platform/webhooks/webhooks.module.js';
import { ApplyChargeOutcomeService } from './charges/apply-charge-outcome.service.js';
import { AskChargesService } from './charges/ask-charges.service.js';
import { AskSchedule } from './charges/ask-schedule.js';
import { HandleReportService } from './charges/handle-report.service.js';
import { LateBookingsQuery } from './charges/late-bookings.query.js';
import { ReverseChargeService } from './charges/reverse-charge.service.js';
import { ChangeNumberService } from './checkout/change-number.service.js';
import { CheckoutViewQuery } from './checkout/checkout-view.query.js';
import { SendCodeService } from './checkout/send-code.service.js';
import { SubmitCodeService } from './checkout/submit-code.service.js';
import { CalculateCommissionService } from './commission/calculate-commission.service.js';
import { ChangeTariffService } from './commission/change-tariff.service.js';
import { RatesQuery } from './commission/rates.query.js';
import { SetTariffService } from './commission/set-tariff.service.js';
import { TariffListQuery } from './commission/tariff-list.query.js';
import { DirectBillingDueWork } from './due-work.js';
import { DirectBillingCharge } from './entities/direct-billing-charge.entity.js';
import { DirectBillingServiceDetails } from './entities/direct-billing-service-details.entity.js';
import { DirectBillingTransaction } from './entities/direct-billing-transaction.entity.js';
import { DirectBillingPaidNotifications } from './paid-notifications.js';
import { CreateDirectBillingService } from './services/create-direct-billing-service.js';
import { ServiceSuffixesQuery } from './services/service-suffixes.query.js';
import { CreateDirectBillingTransactionService } from './transactions/create-transaction.service.js';
import { ExpireTransactionsService } from './transactions/expire-transactions.service.js';
import { InspectDirectBillingTransactionQuery } from './transactions/inspect-transaction.query.js';
import { ShowDirectBillingTransactionQuery } from './transactions/show-transaction.query.js';
import { TRANSACTION_LIST } from './transactions/transaction.list.js';
import { TransactionStates } from './transactions/transaction-states.js';

/** What other parts use: the controllers, the payer's pages and the command line. */
const EXPORTED = [
  CalculateCommissionService,
  ChangeNumberService,
  ChangeTariffService,
  CheckoutViewQuery,
  CreateDirectBillingService,
  CreateDirectBillingTransactionService,
  HandleReportService,
  InspectDirectBillingTransactionQuery,
  LateBookingsQuery,
  SendCodeService,
  ServiceSuffixesQuery,
  ShowDirectBillingTransactionQuery,
  SubmitCodeService,
  TariffListQuery,
];

@Module({
  imports: [
    TypeOrmModule.forFeature([DirectBillingCharge, DirectBillingServiceDetails, DirectBillingTransaction]),
    ConnectorsModule,
    LedgerModule,
    ListingModule,
    WebhooksModule,
  ],
  providers: [
    ...EXPORTED,
    ApplyChargeOutcomeService,
    AskChargesService,
    AskSchedule,
    DirectBillingDueWork,
    DirectBillingPaidNotifications,
    ExpireTransactionsService,
    RatesQuery,
    ReverseChargeService,
    SetTariffService,
    TransactionStates,
  ],
  exports: [...EXPORTED, ListingModule],
})
export class DirectBillingModule {
  constructor(lists: CountedLists) {
    lists.register(TRANSACTION_LIST);
  }
}
