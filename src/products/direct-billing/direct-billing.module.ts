import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectorsModule } from '../../connectors/connectors.module.js';
import { ChangesModule } from '../../platform/changes/changes.module.js';
import { stateCheck } from '../../platform/history/state-check.js';
import { TotalSources } from '../../platform/totals/total-sources.js';
import { TotalsModule } from '../../platform/totals/totals.module.js';
import { EntryChecks } from '../../platform/ledger/entry-check.js';
import { SettlementSources } from '../../platform/ledger/files/settlement-source.js';
import { LedgerModule } from '../../platform/ledger/ledger.module.js';
import { RowChecks } from '../../platform/ledger/rows/row-check.js';
import { ListingModule } from '../../platform/listing/listing.module.js';
import { CountedLists } from '../../platform/listing/verification/counted-lists.js';
import { NotificationCatalogue } from '../../platform/webhooks/outbox/notification-catalogue.js';
import { PaidStatuses } from '../../platform/webhooks/outbox/paid-statuses.js';
import { WebhooksModule } from '../../platform/webhooks/webhooks.module.js';
import { PersonalDataRegistry } from '../../platform/personal-data/personal-data-registry.js';
import { Environment } from '../../runtime/config/environment.js';
import { CHARGE_ENTRY_CHECK } from './charge-entry-check.js';
import { ApplyChargeOutcomeService } from './charges/apply-charge-outcome.service.js';
import { PollChargesService } from './charges/poll-charges.service.js';
import { ChargePollSchedule } from './charges/charge-poll-schedule.js';
import { CHARGE_TRANSITIONS } from './charges/charge-transitions.js';
import { HandleOperatorCallbackService } from './charges/handle-callback.service.js';
import { ChargeQueries } from './charges/charge.queries.js';
import { OpenChargeGauges } from './charges/open-charge-gauges.js';
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
import { DirectBillingTasks } from './scheduled-tasks.js';
import { DirectBillingCharge } from './charges/direct-billing-charge.entity.js';
import { DirectBillingServiceDetails } from './services/direct-billing-service-details.entity.js';
import { DirectBillingTransaction } from './transactions/direct-billing-transaction.entity.js';
import { ChangeDirectBillingService } from './services/change-direct-billing-service.js';
import { DIRECT_BILLING_NOTIFICATION_TYPE, DirectBillingNotification } from './notification.js';
import { TRANSACTION_PERSONAL_DATA, transactionRetention } from './personal-data.js';
import { CreateDirectBillingService } from './services/create-direct-billing-service.js';
import { ServiceSuffixesQuery } from './services/service-suffixes.query.js';
import { CreateDirectBillingTransactionService } from './transactions/create-transaction.service.js';
import { ExpireTransactionsService } from './charges/expire-transactions.service.js';
import { InsertTransactionService } from './transactions/insert-transaction.service.js';
import { InspectDirectBillingTransactionQuery } from './charges/inspect-transaction.query.js';
import { DirectBillingTransactionQueries } from './transactions/transaction.queries.js';
import { TRANSACTION_LIST } from './transactions/transaction.list.js';
import { CHARGE_TRANSACTION_CHECK, TRANSACTION_CHECK } from './transactions/transaction-check.js';
import { DIRECT_BILLING_TRANSITIONS, type DirectBillingStatus } from './transactions/transaction-transitions.js';
import { DIRECT_BILLING_TOTALS } from './total-sources.js';
import { CHARGE_SETTLEMENT_SOURCE } from './settlement-source.js';

/** Providers that the controllers, the payer's pages and the command line use. */
const EXPORTED = [
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
];

/** The status of paid transactions. The delay of its notifications is measured separately. */
const PAID_STATUS: DirectBillingStatus = 'transaction_db_payed';

/** DirectBilling: registers the product's lists, checks, sources and notifications with the platform. */
@Module({
  imports: [
    TypeOrmModule.forFeature([DirectBillingCharge, DirectBillingServiceDetails, DirectBillingTransaction]),
    ChangesModule,
    ConnectorsModule,
    TotalsModule,
    LedgerModule,
    ListingModule,
    WebhooksModule,
  ],
  providers: [
    ...EXPORTED,
    ApplyChargeOutcomeService,
    PollChargesService,
    ChargePollSchedule,
    PollUnmatchedChargeService,
    CodeRateLimiter,
    DirectBillingTasks,
    ExpireTransactionsService,
    InsertTransactionService,
    OpenChargeGauges,
    ReverseChargeService,
    ReverseUnmatchedChargeService,
  ],
  exports: [...EXPORTED, ListingModule],
})
export class DirectBillingModule implements OnModuleInit {
  constructor(
    private readonly lists: CountedLists,
    private readonly entryChecks: EntryChecks,
    private readonly rowChecks: RowChecks,
    private readonly settlements: SettlementSources,
    private readonly totals: TotalSources,
    private readonly paidStatuses: PaidStatuses,
    private readonly notifications: NotificationCatalogue,
    private readonly personalData: PersonalDataRegistry,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.lists.register(TRANSACTION_LIST);
    this.entryChecks.add(CHARGE_ENTRY_CHECK);
    this.rowChecks.add(
      TRANSACTION_CHECK,
      CHARGE_TRANSACTION_CHECK,
      stateCheck({ table: 'direct_billing_transaction', key: 'id', state: 'status', initial: DIRECT_BILLING_TRANSITIONS.initial }),
      stateCheck({ table: 'direct_billing_charge', key: 'reference', state: 'state', initial: CHARGE_TRANSITIONS.initial }),
    );
    this.settlements.add(CHARGE_SETTLEMENT_SOURCE);
    this.totals.add(...DIRECT_BILLING_TOTALS);
    this.paidStatuses.add(PAID_STATUS);
    this.personalData.add(TRANSACTION_PERSONAL_DATA);
    this.personalData.retain(transactionRetention(this.environment.retention.payerDataDays));
    const summary = 'The status of a DirectBilling transaction has changed.';
    this.notifications.add({ name: DIRECT_BILLING_NOTIFICATION_TYPE, summary, body: DirectBillingNotification });
  }
}
