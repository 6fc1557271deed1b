import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectorsModule } from '../../connectors/connectors.module.js';
import { ChangesModule } from '../../platform/changes/changes.module.js';
import { EntryProofs } from '../../platform/ledger/entry-proof.js';
import { SettlementSources } from '../../platform/ledger/files/settlement-source.js';
import { LedgerModule } from '../../platform/ledger/ledger.module.js';
import { ListingModule } from '../../platform/listing/listing.module.js';
import { CountedLists } from '../../platform/listing/verification/counted-lists.js';
import { NotificationCatalogue } from '../../platform/webhooks/outbox/notification-catalogue.js';
import { PaidStatuses } from '../../platform/webhooks/outbox/paid-statuses.js';
import { WebhooksModule } from '../../platform/webhooks/webhooks.module.js';
import { AliasConsents } from './aliases/alias-consents.js';
import { ALIAS_LIST } from './aliases/alias.list.js';
import { ALIAS_NOTIFICATION_TYPE } from './aliases/alias-notification.js';
import { AliasNotification } from './aliases/alias-notification.response.js';
import { AliasSubject } from './aliases/alias-subject.js';
import { AliasesQuery } from './aliases/aliases.query.js';
import { ApplyAliasOutcomeService } from './aliases/apply-alias-outcome.service.js';
import { AskAliasService } from './aliases/ask-alias.service.js';
import { AskAliasesService } from './aliases/ask-aliases.service.js';
import { ExpireAliasesService } from './aliases/expire-aliases.service.js';
import { UnregisterAliasService } from './aliases/unregister-alias.service.js';
import { PaymentAlias } from './aliases/payment-alias.entity.js';
import { RegistrationService } from './aliases/registration.service.js';
import { ATTEMPT_PROOF } from './attempt-proof.js';
import { ApplyAttemptOutcomeService } from './attempts/apply-attempt-outcome.service.js';
import { AskAttemptService } from './attempts/ask-attempt.service.js';
import { AskAttemptsService } from './attempts/ask-attempts.service.js';
import { AttemptAskSchedule } from './attempts/ask-schedule.js';
import { CodeLog } from './attempts/code-log.js';
import { CodeOutcomeService } from './attempts/code-outcome.service.js';
import { EndAttemptService } from './attempts/end-attempt.service.js';
import { GiveUpAttemptService } from './attempts/give-up-attempt.service.js';
import { LapseAttemptsService } from './attempts/lapse-attempts.service.js';
import { LeaveAttemptService } from './attempts/leave-attempt.service.js';
import { RecordTicketService } from './attempts/record-ticket.service.js';
import { ReturnMoneyService } from './attempts/return-money.service.js';
import { StartAttemptService } from './attempts/start-attempt.service.js';
import { RecordAttemptService } from './attempts/record-attempt.service.js';
import { StartCalls } from './attempts/start-calls.js';
import { StrayMoneyQuery } from './attempts/stray-money.query.js';
import { SubmitBlikCodeService } from './attempts/submit-blik-code.service.js';
import { SubmitTicketService } from './attempts/submit-ticket.service.js';
import { TakeMoneyService } from './attempts/take-money.service.js';
import { ChangeChannelsService } from './channels/change-channels.service.js';
import { ServiceChannelsQuery } from './channels/service-channels.query.js';
import { BookChargebackService } from './chargebacks/book-chargeback.service.js';
import { CHARGEBACK_PROOF } from './chargebacks/chargeback-proof.js';
import { ChargebacksQuery } from './chargebacks/chargebacks.query.js';
import { ExtendPaymentTimeService } from './checkout/extend-payment-time.service.js';
import { PayerRecurringQuery } from './checkout/payer-recurring.query.js';
import { PaymentPageQuery } from './checkout/payment-page.query.js';
import { PaymentStatesQuery } from './checkout/payment-states.query.js';
import { KeepRateTableService } from './currencies/keep-rate-table.service.js';
import { KnownRatesQuery } from './currencies/known-rates.query.js';
import { RateFigures } from './currencies/rate-figures.js';
import { ExchangeRatesQuery } from './currencies/rates.query.js';
import { RefreshRatesService } from './currencies/refresh-rates.service.js';
import { RefreshRatesTask } from './currencies/refresh-rates.task.js';
import { ServiceCurrenciesQuery } from './currencies/service-currencies.query.js';
import { PaymentsDueWork } from './due-work.js';
import { PaymentAttempt } from './entities/payment-attempt.entity.js';
import { PaymentChannel } from './entities/payment-channel.entity.js';
import { PaymentCode } from './entities/payment-code.entity.js';
import { PaymentTransaction } from './entities/payment-transaction.entity.js';
import { HeldPaymentsQuery } from './fraud/held-payments.query.js';
import { JudgeHeldPaymentService } from './fraud/judge-held-payment.service.js';
import { VelocityQuery } from './fraud/velocity.query.js';
import { AliasToPayWithQuery } from './level0/alias-to-pay-with.query.js';
import { CODE_NOTIFICATION_TYPE } from './level0/code-notification.js';
import { CodeNotification } from './level0/code-notification.response.js';
import { EarlierTicketQuery } from './level0/earlier-ticket.query.js';
import { PickAppService } from './level0/pick-app.service.js';
import { PayLevel0Service } from './level0/pay-level0.service.js';
import { NOTIFICATION_TYPE } from './notification.js';
import { PaymentNotification } from './notification.response.js';
import { PaymentSubjects } from './payment-subjects.js';
import { ApplyRefundOutcomeService } from './refunds/apply-refund-outcome.service.js';
import { CreateRefundService } from './refunds/create-refund.service.js';
import { PaymentRefund } from './refunds/payment-refund.entity.js';
import { OpenRefundsQuery } from './refunds/open-refunds.query.js';
import { REFUND_NOTIFICATION_TYPE } from './refunds/refund-notification.js';
import { RefundNotification } from './refunds/refund-notification.response.js';
import { REFUND_PROOF } from './refunds/refund-proof.js';
import { RefundSubject } from './refunds/refund-subject.js';
import { RefundsQuery } from './refunds/refunds.query.js';
import { SendRefundService } from './refunds/send-refund.service.js';
import { SendRefundsService } from './refunds/send-refunds.service.js';
import { ApplyAliasReportService } from './reports/apply-alias-report.service.js';
import { ApplyConsentReportService } from './reports/apply-consent-report.service.js';
import { ApplyRefundReportService } from './reports/apply-refund-report.service.js';
import { HandleChannelReportService } from './reports/handle-channel-report.service.js';
import { ReportLog } from './reports/report-log.js';
import { CreatePaymentService } from './services/create-payment-service.js';
import { ActivateSubscriptionService } from './subscriptions/activate-subscription.service.js';
import { ApplyConsentOutcomeService } from './subscriptions/apply-consent-outcome.service.js';
import { AskSubscriptionService } from './subscriptions/ask-subscription.service.js';
import { AskSubscriptionsService } from './subscriptions/ask-subscriptions.service.js';
import { CancelSubscriptionService } from './subscriptions/cancel-subscription.service.js';
import { ConfirmChargeService } from './subscriptions/charges/confirm-charge.service.js';
import { CreateChargeService } from './subscriptions/charges/create-charge.service.js';
import { PaymentCharge } from './subscriptions/charges/payment-charge.entity.js';
import { RecordChargeService } from './subscriptions/charges/record-charge.service.js';
import { SendChargeService } from './subscriptions/charges/send-charge.service.js';
import { CreateSubscriptionService } from './subscriptions/create-subscription.service.js';
import { EndSubscriptionService } from './subscriptions/end-subscription.service.js';
import { ExpireSubscriptionsService } from './subscriptions/expire-subscriptions.service.js';
import { AgreeOnPageService } from './subscriptions/offered/agree-on-page.service.js';
import { PaymentSubscription } from './subscriptions/payment-subscription.entity.js';
import { RecordSubscriptionService } from './subscriptions/record-subscription.service.js';
import { RecurringChannelQuery } from './subscriptions/recurring-channel.query.js';
import { SUBSCRIPTION_LIST } from './subscriptions/subscription.list.js';
import { SUBSCRIPTION_NOTIFICATION_TYPE } from './subscriptions/subscription-notification.js';
import { SubscriptionNotification } from './subscriptions/subscription-notification.response.js';
import { SubscriptionSubject } from './subscriptions/subscription-subject.js';
import { SubscriptionsOfAliasesQuery } from './subscriptions/subscriptions-of-aliases.query.js';
import { SubscriptionsQuery } from './subscriptions/subscriptions.query.js';
import { CreatePaymentTransactionService } from './transactions/create-payment.service.js';
import { ExpirePaymentsService } from './transactions/expire-payments.service.js';
import { InsertPaymentService } from './transactions/insert-payment.service.js';
import { FindPaymentsQuery } from './transactions/find-payments.query.js';
import { InspectPaymentQuery } from './transactions/inspect-payment.query.js';
import { PAYMENT_LIST } from './transactions/payment.list.js';
import type { PaymentStatus } from './transactions/payment-transitions.js';
import { ShowPaymentQuery } from './transactions/show-payment.query.js';
import { ATTEMPT_SETTLEMENT_SOURCE, REFUND_SETTLEMENT_SOURCE } from './settlement-source.js';

/** What other parts use: the controllers, the payer's pages and the command line. */
const EXPORTED = [
  AgreeOnPageService,
  AliasesQuery,
  AskAttemptService,
  CancelSubscriptionService,
  ChangeChannelsService,
  ChargebacksQuery,
  ConfirmChargeService,
  CreateChargeService,
  CreatePaymentService,
  CreatePaymentTransactionService,
  CreateRefundService,
  CreateSubscriptionService,
  ExtendPaymentTimeService,
  HandleChannelReportService,
  HeldPaymentsQuery,
  FindPaymentsQuery,
  InspectPaymentQuery,
  JudgeHeldPaymentService,
  KnownRatesQuery,
  LeaveAttemptService,
  OpenRefundsQuery,
  PayLevel0Service,
  PaymentPageQuery,
  PickAppService,
  PaymentStatesQuery,
  RefreshRatesService,
  RefundsQuery,
  ServiceChannelsQuery,
  ServiceCurrenciesQuery,
  ShowPaymentQuery,
  StartAttemptService,
  StrayMoneyQuery,
  SubmitBlikCodeService,
  UnregisterAliasService,
  SubscriptionsQuery,
];

/** Notifications of these are about money that was taken: they are watched most closely. */
const PAID: PaymentStatus[] = ['transaction_paid', 'transaction_fraud_possibility'];

@Module({
  imports: [
    TypeOrmModule.forFeature([
      PaymentAlias,
      PaymentAttempt,
      PaymentChannel,
      PaymentCharge,
      PaymentCode,
      PaymentRefund,
      PaymentSubscription,
      PaymentTransaction,
    ]),
    ChangesModule,
    ConnectorsModule,
    LedgerModule,
    ListingModule,
    WebhooksModule,
  ],
  providers: [
    ...EXPORTED,
    { provide: AliasConsents, useExisting: CancelSubscriptionService },
    SubscriptionsOfAliasesQuery,
    ActivateSubscriptionService,
    AliasSubject,
    AliasToPayWithQuery,
    ApplyAliasOutcomeService,
    ApplyAliasReportService,
    ApplyAttemptOutcomeService,
    ApplyConsentOutcomeService,
    ApplyConsentReportService,
    ApplyRefundOutcomeService,
    ApplyRefundReportService,
    AskAliasService,
    AskAliasesService,
    AskAttemptsService,
    AskSubscriptionService,
    AskSubscriptionsService,
    AttemptAskSchedule,
    BookChargebackService,
    CodeLog,
    CodeOutcomeService,
    EarlierTicketQuery,
    EndAttemptService,
    EndSubscriptionService,
    ExchangeRatesQuery,
    ExpireAliasesService,
    ExpirePaymentsService,
    ExpireSubscriptionsService,
    GiveUpAttemptService,
    InsertPaymentService,
    KeepRateTableService,
    LapseAttemptsService,
    PayerRecurringQuery,
    PaymentSubjects,
    PaymentsDueWork,
    RateFigures,
    RecordTicketService,
    RecordAttemptService,
    RecordChargeService,
    RecordSubscriptionService,
    RecurringChannelQuery,
    RefreshRatesTask,
    RefundSubject,
    RegistrationService,
    ReportLog,
    ReturnMoneyService,
    SendChargeService,
    SendRefundService,
    SendRefundsService,
    StartCalls,
    SubmitTicketService,
    SubscriptionSubject,
    TakeMoneyService,
    VelocityQuery,
  ],
  exports: [...EXPORTED, ListingModule],
})
export class PaymentsModule implements OnModuleInit {
  constructor(
    private readonly lists: CountedLists,
    private readonly proofs: EntryProofs,
    private readonly settlements: SettlementSources,
    private readonly paid: PaidStatuses,
    private readonly notifications: NotificationCatalogue,
  ) {}

  onModuleInit(): void {
    this.lists.register(PAYMENT_LIST);
    this.lists.register(ALIAS_LIST);
    this.lists.register(SUBSCRIPTION_LIST);
    this.proofs.add(ATTEMPT_PROOF);
    this.proofs.add(REFUND_PROOF);
    this.proofs.add(CHARGEBACK_PROOF);
    this.settlements.add(ATTEMPT_SETTLEMENT_SOURCE);
    this.settlements.add(REFUND_SETTLEMENT_SOURCE);
    this.paid.add(...PAID);
    const changed = (what: string): string => `The status of ${what} has changed.`;
    this.notifications.add({ name: NOTIFICATION_TYPE, summary: changed('an online payment'), body: PaymentNotification });
    this.notifications.add({ name: REFUND_NOTIFICATION_TYPE, summary: changed('a refund'), body: RefundNotification });
    this.notifications.add({ name: ALIAS_NOTIFICATION_TYPE, summary: changed('a BLIK alias'), body: AliasNotification });
    const code = 'It is known what became of a BLIK code, or of an alias in its place, that was given for a payment with `blik-level0`.';
    this.notifications.add({ name: CODE_NOTIFICATION_TYPE, summary: code, body: CodeNotification });
    this.notifications.add({ name: SUBSCRIPTION_NOTIFICATION_TYPE, summary: changed('a subscription'), body: SubscriptionNotification });
  }
}
