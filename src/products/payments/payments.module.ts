import { Module, type OnModuleInit } from '@nestjs/common';
import { ConnectorsModule } from '../../connectors/connectors.module.js';
import { ChangesModule } from '../../platform/changes/changes.module.js';
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
import { ALIAS_LIST } from './aliases/alias.list.js';
import { ALIAS_NOTIFICATION_TYPE, AliasNotification } from './aliases/alias-notification.js';
import { ATTEMPT_ENTRY_CHECK } from './attempts/attempt-entry-check.js';
import { CHARGEBACK_ENTRY_CHECK } from './chargebacks/chargeback-entry-check.js';
import { PaymentTasks } from './scheduled-tasks.js';
import { CODE_NOTIFICATION_TYPE, CodeNotification } from './attempts/codes/code-notification.js';
import { PAYMENT_NOTIFICATION_TYPE, PaymentNotification } from './transactions/notification.js';
import { OpenItemGauges } from './open-item-gauges.js';
import { PollAcquirersService } from './poll-acquirers.service.js';
import { LINK_PAYERS, PAYMENT_PERSONAL_DATA, paymentRetention } from './personal-data.js';
import { PAYMENT_ROW_CHECKS } from './row-checks.js';
import { REFUND_NOTIFICATION_TYPE, RefundNotification } from './refunds/refund-notification.js';
import { PAYMENT_TOTALS } from './total-sources.js';
import { REFUND_ENTRY_CHECK } from './refunds/refund-entry-check.js';
import { SUBSCRIPTION_LIST } from './subscriptions/subscription.list.js';
import { SUBSCRIPTION_NOTIFICATION_TYPE, SubscriptionNotification } from './subscriptions/subscription-notification.js';
import { PAYMENT_LIST } from './transactions/payment.list.js';
import type { PaymentStatus } from './transactions/payment-transitions.js';
import { ATTEMPT_SETTLEMENT_SOURCE, REFUND_SETTLEMENT_SOURCE } from './settlement-source.js';
import { AliasesModule } from './aliases/aliases.module.js';
import { AcquirersModule } from './acquirers/acquirers.module.js';
import { AttemptsModule } from './attempts/attempts.module.js';
import { AcquirerCallbacksModule } from './callbacks/acquirer-callbacks.module.js';
import { ChannelsModule } from './channels/channels.module.js';
import { ChargebacksModule } from './chargebacks/chargebacks.module.js';
import { CurrenciesModule } from './currencies/currencies.module.js';
import { Level0Module } from './level0/level0.module.js';
import { LinksModule } from './links/links.module.js';
import { LINK_LIST } from './links/link.list.js';
import { MarksModule } from './marks/marks.module.js';
import { PayerCheckoutModule } from './checkout/payer-checkout.module.js';
import { PaymentServicesModule } from './services/payment-services.module.js';
import { PaymentTransactionsModule } from './transactions/payment-transactions.module.js';
import { RefundsModule } from './refunds/refunds.module.js';
import { ReviewModule } from './review/review.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

/** Modules of the product's folders. The controllers, the payer's pages and the command line use them too. */
const FEATURE_MODULES = [
  AliasesModule,
  AttemptsModule,
  AcquirerCallbacksModule,
  ChannelsModule,
  ChargebacksModule,
  CurrenciesModule,
  Level0Module,
  LinksModule,
  MarksModule,
  PayerCheckoutModule,
  PaymentServicesModule,
  PaymentTransactionsModule,
  RefundsModule,
  ReviewModule,
  SubscriptionsModule,
];

/** Statuses with captured money. The delay of their notifications is measured separately. */
const PAID_STATUSES: PaymentStatus[] = ['transaction_paid', 'transaction_fraud_possibility'];

/** Online payments: registers the product's lists, checks, sources and notifications with the platform. */
@Module({
  imports: [
    ...FEATURE_MODULES,
    AcquirersModule,
    ChangesModule,
    ConnectorsModule,
    TotalsModule,
    LedgerModule,
    ListingModule,
    WebhooksModule,
  ],
  providers: [OpenItemGauges, PaymentTasks, PollAcquirersService],
  exports: [...FEATURE_MODULES, ListingModule],
})
export class PaymentsModule implements OnModuleInit {
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
    this.lists.register(PAYMENT_LIST);
    this.lists.register(ALIAS_LIST);
    this.lists.register(SUBSCRIPTION_LIST);
    this.lists.register(LINK_LIST);
    this.entryChecks.add(ATTEMPT_ENTRY_CHECK);
    this.entryChecks.add(REFUND_ENTRY_CHECK);
    this.entryChecks.add(CHARGEBACK_ENTRY_CHECK);
    this.rowChecks.add(...PAYMENT_ROW_CHECKS);
    this.settlements.add(ATTEMPT_SETTLEMENT_SOURCE);
    this.settlements.add(REFUND_SETTLEMENT_SOURCE);
    this.totals.add(...PAYMENT_TOTALS);
    this.paidStatuses.add(...PAID_STATUSES);
    this.personalData.add(PAYMENT_PERSONAL_DATA, LINK_PAYERS);
    this.personalData.retain(paymentRetention(this.environment.retention.payerDataDays));
    const statusChangedSummary = (subject: string): string => `The status of ${subject} has changed.`;
    this.notifications.add({
      name: PAYMENT_NOTIFICATION_TYPE,
      summary: statusChangedSummary('an online payment'),
      body: PaymentNotification,
    });
    this.notifications.add({ name: REFUND_NOTIFICATION_TYPE, summary: statusChangedSummary('a refund'), body: RefundNotification });
    this.notifications.add({ name: ALIAS_NOTIFICATION_TYPE, summary: statusChangedSummary('a BLIK alias'), body: AliasNotification });
    const codeSummary =
      'It is known what became of a BLIK code, or of an alias in its place, that was given for a payment with `blik-level0`.';
    this.notifications.add({ name: CODE_NOTIFICATION_TYPE, summary: codeSummary, body: CodeNotification });
    this.notifications.add({
      name: SUBSCRIPTION_NOTIFICATION_TYPE,
      summary: statusChangedSummary('a subscription'),
      body: SubscriptionNotification,
    });
  }
}
