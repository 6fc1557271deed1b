import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectorsModule } from '../../connectors/connectors.module.js';
import { ChangesModule } from '../../platform/changes/changes.module.js';
import { stateProof } from '../../platform/history/state-proof.js';
import { EntryProofs } from '../../platform/ledger/entry-proof.js';
import { SettlementSources } from '../../platform/ledger/files/settlement-source.js';
import { LedgerModule } from '../../platform/ledger/ledger.module.js';
import { RowProofs } from '../../platform/ledger/rows/row-proof.js';
import { ListingModule } from '../../platform/listing/listing.module.js';
import { CountedLists } from '../../platform/listing/verification/counted-lists.js';
import { NotificationCatalogue } from '../../platform/webhooks/outbox/notification-catalogue.js';
import { PaidStatuses } from '../../platform/webhooks/outbox/paid-statuses.js';
import { WebhooksModule } from '../../platform/webhooks/webhooks.module.js';
import { Environment } from '../../runtime/config/environment.js';
import { PersonalDataKinds } from '../../runtime/personal-data/personal-data-kinds.js';
import { CHARGE_PROOF } from './charge-proof.js';
import { ApplyChargeOutcomeService } from './charges/apply-charge-outcome.service.js';
import { AskChargesService } from './charges/ask-charges.service.js';
import { AskSchedule } from './charges/ask-schedule.js';
import { CHARGE_TRANSITIONS } from './charges/charge-transitions.js';
import { HandleReportService } from './charges/handle-report.service.js';
import { ContradictedChargesQuery } from './charges/contradicted-charges.query.js';
import { LateBookingsQuery } from './charges/late-bookings.query.js';
import { OpenChargeFigures } from './charges/open-charge-figures.js';
import { ReverseChargeService } from './charges/reverse-charge.service.js';
import { ReverseUnknownChargeService } from './charges/reverse-unknown-charge.service.js';
import { AskUnknownChargeService } from './charges/ask-unknown-charge.service.js';
import { KnownChargesQuery } from './charges/known-charges.query.js';
import { UnknownChargesQuery } from './charges/unknown-charges.query.js';
import { ChangeNumberService } from './checkout/change-number.service.js';
import { CheckoutViewQuery } from './checkout/checkout-view.query.js';
import { CheckoutStagesQuery } from './checkout/checkout-stages.query.js';
import { CodeBudget } from './checkout/code-budget.js';
import { ExtendTimeService } from './checkout/extend-time.service.js';
import { SendCodeService } from './checkout/send-code.service.js';
import { SubmitCodeService } from './checkout/submit-code.service.js';
import { CalculateCommissionService } from './commission/calculate-commission.service.js';
import { ChangeTariffService } from './commission/change-tariff.service.js';
import { RatesQuery } from './commission/rates.query.js';
import { SetTariffService } from './commission/set-tariff.service.js';
import { TariffListQuery } from './commission/tariff-list.query.js';
import { DirectBillingDueWork } from './due-work.js';
import { DirectBillingCharge } from './charges/direct-billing-charge.entity.js';
import { DirectBillingServiceDetails } from './services/direct-billing-service-details.entity.js';
import { DirectBillingTransaction } from './transactions/direct-billing-transaction.entity.js';
import { ChangeDirectBillingService } from './services/change-direct-billing-service.js';
import { NOTIFICATION_TYPE, DirectBillingNotification } from './notification.js';
import { TRANSACTION_PAYERS, transactionRetention } from './personal-data.js';
import { CreateDirectBillingService } from './services/create-direct-billing-service.js';
import { ServiceSuffixesQuery } from './services/service-suffixes.query.js';
import { AskedValueQuery } from './transactions/asked-value.query.js';
import { CreateDirectBillingTransactionService } from './transactions/create-transaction.service.js';
import { DueTransactionsQuery } from './transactions/due-transactions.query.js';
import { ExpireTransactionsService } from './charges/expire-transactions.service.js';
import { InsertTransactionService } from './transactions/insert-transaction.service.js';
import { FindDirectBillingTransactionsQuery } from './transactions/find-transactions.query.js';
import { InspectDirectBillingTransactionQuery } from './charges/inspect-transaction.query.js';
import { ShowDirectBillingTransactionQuery } from './transactions/show-transaction.query.js';
import { TRANSACTION_LIST } from './transactions/transaction.list.js';
import { CHARGED_TRANSACTION_PROOF, TRANSACTION_PROOF } from './transactions/transaction-proof.js';
import { DIRECT_BILLING_TRANSITIONS, type DirectBillingStatus } from './transactions/transaction-transitions.js';
import { CHARGE_SETTLEMENT_SOURCE } from './settlement-source.js';

/** What other parts use: the controllers, the payer's pages and the command line. */
const EXPORTED = [
  AskedValueQuery,
  CalculateCommissionService,
  ChangeDirectBillingService,
  ChangeNumberService,
  ChangeTariffService,
  CheckoutStagesQuery,
  CheckoutViewQuery,
  CreateDirectBillingService,
  CreateDirectBillingTransactionService,
  ExtendTimeService,
  HandleReportService,
  FindDirectBillingTransactionsQuery,
  InspectDirectBillingTransactionQuery,
  ContradictedChargesQuery,
  LateBookingsQuery,
  SendCodeService,
  ServiceSuffixesQuery,
  ShowDirectBillingTransactionQuery,
  SubmitCodeService,
  TariffListQuery,
];

/** Notifications of it are about money that was taken: they are watched most closely. */
const PAID: DirectBillingStatus = 'transaction_db_payed';

@Module({
  imports: [
    TypeOrmModule.forFeature([DirectBillingCharge, DirectBillingServiceDetails, DirectBillingTransaction]),
    ChangesModule,
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
    AskUnknownChargeService,
    CodeBudget,
    DirectBillingDueWork,
    DueTransactionsQuery,
    ExpireTransactionsService,
    InsertTransactionService,
    KnownChargesQuery,
    OpenChargeFigures,
    RatesQuery,
    ReverseChargeService,
    ReverseUnknownChargeService,
    UnknownChargesQuery,
    SetTariffService,
  ],
  exports: [...EXPORTED, ListingModule],
})
export class DirectBillingModule implements OnModuleInit {
  constructor(
    private readonly lists: CountedLists,
    private readonly proofs: EntryProofs,
    private readonly rows: RowProofs,
    private readonly settlements: SettlementSources,
    private readonly paid: PaidStatuses,
    private readonly notifications: NotificationCatalogue,
    private readonly personalData: PersonalDataKinds,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.lists.register(TRANSACTION_LIST);
    this.proofs.add(CHARGE_PROOF);
    this.rows.add(
      TRANSACTION_PROOF,
      CHARGED_TRANSACTION_PROOF,
      stateProof({ table: 'direct_billing_transaction', key: 'id', state: 'status', initial: DIRECT_BILLING_TRANSITIONS.initial }),
      stateProof({ table: 'direct_billing_charge', key: 'reference', state: 'state', initial: CHARGE_TRANSITIONS.initial }),
    );
    this.settlements.add(CHARGE_SETTLEMENT_SOURCE);
    this.paid.add(PAID);
    this.personalData.add(TRANSACTION_PAYERS);
    this.personalData.retain(transactionRetention(this.environment.retention.payerDataDays));
    const summary = 'The status of a DirectBilling transaction has changed.';
    this.notifications.add({ name: NOTIFICATION_TYPE, summary, body: DirectBillingNotification });
  }
}
