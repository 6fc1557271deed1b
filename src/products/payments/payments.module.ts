import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectorsModule } from '../../connectors/connectors.module.js';
import { ChangesModule } from '../../platform/changes/changes.module.js';
import { LedgerModule } from '../../platform/ledger/ledger.module.js';
import { ListingModule } from '../../platform/listing/listing.module.js';
import { PollAcquirersService } from './poll-acquirers.service.js';
import { RemoteOperationsModule } from '../../platform/remote-operations/remote-operations.module.js';
import { OutcomeTransactions } from './acquirers/outcome-transactions.js';
import { CallbackLog } from './acquirers/callback-log.js';
import { ChangeChannelsService } from './payment-methods/change-channels.service.js';
import { PaymentChannel } from './payment-methods/payment-channel.entity.js';
import { ServiceChannelsQuery } from './payment-methods/service-channels.query.js';
import { ChannelMark } from './payment-methods/marks/channel-mark.entity.js';
import { ChannelMarksQuery } from './payment-methods/marks/channel-marks.query.js';
import { ReplaceChannelMarks } from './payment-methods/marks/replace-channel-marks.service.js';
import { StoreRateTableService } from './exchange-rates/store-rate-table.service.js';
import { RateQueries } from './exchange-rates/rate.queries.js';
import { RefreshRatesService } from './exchange-rates/refresh-rates.service.js';
import { RefreshRatesTask } from './exchange-rates/refresh-rates.task.js';
import { ServiceCurrenciesQuery } from './exchange-rates/service-currencies.query.js';
import { ApplyAliasOutcomeService } from './blik-aliases/apply-alias-outcome.service.js';
import { PollAliasService } from './blik-aliases/poll-alias.service.js';
import { ExpireAliasesService } from './blik-aliases/expire-aliases.service.js';
import { RecordDisclosedAppsService } from './blik-aliases/record-disclosed-apps.service.js';
import { PaymentAlias } from './blik-aliases/payment-alias.entity.js';
import { AliasRegistrationService } from './blik-aliases/registration.service.js';
import { CreateServiceForPayments } from './services/create-service-for-payments.js';
import { CreatePaymentTransactionService } from './payments/create/create-payment-transaction.service.js';
import { InsertPaymentService } from './payments/create/insert-payment.service.js';
import { FindPaymentsQuery } from './payments/find-payments.query.js';
import { PayerEmailHash } from './payments/payer-email-hash.js';
import { PaymentTransaction } from './payments/payment-transaction.entity.js';
import { ShowPaymentQuery } from './payments/show-payment.query.js';
import { PollAttemptService } from './attempts/poll-attempt.service.js';
import { PollUnmatchedAttemptService } from './attempts/poll-unmatched-attempt.service.js';
import { CodeLog } from './attempts/codes/code-log.js';
import { CodeOutcomeService } from './attempts/codes/code-outcome.service.js';
import { PaymentCode } from './attempts/codes/payment-code.entity.js';
import { ExpirePaymentsService } from './attempts/expire-payments.service.js';
import { AbandonAttemptService } from './attempts/abandon-attempt.service.js';
import { ApplyAttemptOutcomeService } from './attempts/outcome/apply-attempt-outcome.service.js';
import { CloseUnpaidAttemptService } from './attempts/outcome/close-unpaid-attempt.service.js';
import { MarkAttemptsAbandonedService } from './attempts/outcome/mark-attempts-abandoned.service.js';
import { ReverseSuspenseService } from './attempts/outcome/reverse-suspense.service.js';
import { AllocateFundsService } from './attempts/outcome/allocate-funds.service.js';
import { VelocityQuery } from './risk/velocity.query.js';
import { ResolveConflictService } from './attempts/outcome/resolve-conflict.service.js';
import { PaymentAttempt } from './attempts/payment-attempt.entity.js';
import { PaymentCharge } from './mandates/payment-charge.entity.js';
import { RecordAttemptService } from './attempts/start/record-attempt.service.js';
import { RecordTicketService } from './attempts/start/record-ticket.service.js';
import { StartAttemptService } from './attempts/start/start-attempt.service.js';
import { AttemptRequestBuilder } from './attempts/start/attempt-request-builder.js';
import { SubmitBlikCodeService } from './attempts/start/submit-blik-code.service.js';
import { SubmitTicketService } from './attempts/start/submit-ticket.service.js';
import { UsableAliasQuery } from './blik-level0/usable-alias.query.js';
import { PreviousTicketQuery } from './blik-level0/previous-ticket.query.js';
import { PayLevel0Service } from './blik-level0/pay-level0.service.js';
import { PickAppService } from './blik-level0/pick-app.service.js';
import { CreateLinkService } from './links/create-link.service.js';
import { DisableLinkService } from './links/disable-link.service.js';
import { LinksQuery } from './links/links.query.js';
import { PayLinkService } from './links/pay-link.service.js';
import { PayerLinkQuery } from './links/payer-link.query.js';
import { PaymentLink } from './links/payment-link.entity.js';
import { PaymentsOfLinkQuery } from './links/payments-of-link.query.js';
import { ApplyRefundOutcomeService } from './refunds/apply-refund-outcome.service.js';
import { CreateRefundService } from './refunds/create-refund.service.js';
import { PaymentRefund } from './refunds/payment-refund.entity.js';
import { RefundsQuery } from './refunds/refunds.query.js';
import { SendRefundService } from './refunds/send-refund.service.js';
import { BookChargebackService } from './chargebacks/book-chargeback.service.js';
import { ChargebacksQuery } from './chargebacks/chargebacks.query.js';
import { AcceptSubscriptionService } from './subscriptions/accept-subscription.service.js';
import { AliasesQuery } from './subscriptions/aliases/aliases.query.js';
import { UnregisterAliasService } from './subscriptions/aliases/unregister-alias.service.js';
import { CancelSubscriptionService } from './subscriptions/cancel-subscription.service.js';
import { ConfirmChargeService } from './subscriptions/charges/confirm-charge.service.js';
import { CreateChargeService } from './subscriptions/charges/create-charge.service.js';
import { RecordChargeService } from './subscriptions/charges/record-charge.service.js';
import { SendChargeService } from './subscriptions/charges/send-charge.service.js';
import { ActivateSubscriptionService } from './subscriptions/mandate/activate-subscription.service.js';
import { ApplyMandateOutcomeService } from './subscriptions/mandate/apply-mandate-outcome.service.js';
import { PollMandateService } from './subscriptions/mandate/poll-mandate.service.js';
import { CreateSubscriptionService } from './subscriptions/create-subscription.service.js';
import { CloseSubscriptionService } from './subscriptions/close-subscription.service.js';
import { FindSubscriptionsQuery } from './subscriptions/find-subscriptions.query.js';
import { ExpireSubscriptionsService } from './subscriptions/expire-subscriptions.service.js';
import { PaymentSubscription } from './subscriptions/payment-subscription.entity.js';
import { RecordSubscriptionService } from './subscriptions/record-subscription.service.js';
import { RecurringChannelQuery } from './subscriptions/recurring-channel.query.js';
import { SubscriptionsQuery } from './subscriptions/subscriptions.query.js';
import { ExtendPaymentTimeService } from './checkout/extend-payment-time.service.js';
import { MandateLinks } from './checkout/mandate-links.js';
import { PayerRecurringQuery } from './checkout/payer-recurring.query.js';
import { PayerSubscriptionQuery } from './checkout/payer-subscription.query.js';
import { PaymentPageQuery } from './checkout/payment-page.query.js';
import { PaymentStatesQuery } from './checkout/payment-states.query.js';
import { ExpiredPaymentsQuery } from './review/expired-payments.query.js';
import { InspectPaymentQuery } from './review/inspect-payment.query.js';
import { ReviewHeldPaymentService } from './review/review-held-payment.service.js';
import { PayerActivityQuery } from './risk/payer-activity.query.js';
import { PaymentExceptionQueries } from './review/payment-exception.queries.js';
import { HandleAcquirerCallbackService } from './acquirer-callbacks/handle-acquirer-callback.service.js';
import { MatchedReferencesQuery } from './settlement/matched-references.query.js';
import { UnmatchedPaymentCallbacksQuery } from './acquirer-callbacks/unmatched-callbacks.query.js';

/** The providers of each folder. A folder uses only folders above it. */
const PROVIDERS = [
  // acquirers/: the transactions in which outcomes are applied, and the callback log
  CallbackLog,
  OutcomeTransactions,
  // risk/: how often a payer pays
  PayerActivityQuery,
  VelocityQuery,
  // settlement/: attempts and refunds by the references in settlement files
  MatchedReferencesQuery,
  // payment-methods/: settings, availability and commission
  ChangeChannelsService,
  ServiceChannelsQuery,
  // payment-methods/marks/: logos of channels
  ChannelMarksQuery,
  ReplaceChannelMarks,
  // exchange-rates/: exchange rates, and the currencies of a service
  RateQueries,
  RefreshRatesService,
  RefreshRatesTask,
  ServiceCurrenciesQuery,
  StoreRateTableService,
  // blik-aliases/: BLIK aliases of payers
  AliasRegistrationService,
  ApplyAliasOutcomeService,
  ExpireAliasesService,
  PollAliasService,
  RecordDisclosedAppsService,
  // services/: services that sell online payments
  CreateServiceForPayments,
  // payments/: the payment and its creation
  CreatePaymentTransactionService,
  FindPaymentsQuery,
  InsertPaymentService,
  PayerEmailHash,
  ShowPaymentQuery,
  // attempts/: their start, codes, polls and outcomes
  AbandonAttemptService,
  AllocateFundsService,
  ApplyAttemptOutcomeService,
  AttemptRequestBuilder,
  CloseUnpaidAttemptService,
  CodeLog,
  CodeOutcomeService,
  ExpirePaymentsService,
  MarkAttemptsAbandonedService,
  PollAttemptService,
  PollUnmatchedAttemptService,
  RecordAttemptService,
  RecordTicketService,
  ResolveConflictService,
  ReverseSuspenseService,
  StartAttemptService,
  SubmitBlikCodeService,
  SubmitTicketService,
  // blik-level0/: payment with a BLIK code or an alias over the API, without a page of the gateway
  PayLevel0Service,
  PickAppService,
  PreviousTicketQuery,
  UsableAliasQuery,
  // links/: pages on which payers pay without a shop of the partner
  CreateLinkService,
  DisableLinkService,
  LinksQuery,
  PayLinkService,
  PayerLinkQuery,
  PaymentsOfLinkQuery,
  // refunds/
  ApplyRefundOutcomeService,
  CreateRefundService,
  RefundsQuery,
  SendRefundService,
  // chargebacks/
  BookChargebackService,
  ChargebacksQuery,
  // subscriptions/: their mandates and charges, and requests of partners about aliases
  AcceptSubscriptionService,
  ActivateSubscriptionService,
  AliasesQuery,
  ApplyMandateOutcomeService,
  CancelSubscriptionService,
  CloseSubscriptionService,
  ConfirmChargeService,
  CreateChargeService,
  CreateSubscriptionService,
  ExpireSubscriptionsService,
  FindSubscriptionsQuery,
  PollMandateService,
  RecordChargeService,
  RecordSubscriptionService,
  RecurringChannelQuery,
  SendChargeService,
  SubscriptionsQuery,
  UnregisterAliasService,
  // checkout/: queries and actions of the payer's pages
  ExtendPaymentTimeService,
  MandateLinks,
  PayerRecurringQuery,
  PayerSubscriptionQuery,
  PaymentPageQuery,
  PaymentStatesQuery,
  // review/: queries and decisions for staff
  ExpiredPaymentsQuery,
  InspectPaymentQuery,
  PaymentExceptionQueries,
  ReviewHeldPaymentService,
  // acquirer-callbacks/: acquirers' callbacks about payments, refunds, chargebacks, aliases and mandates
  HandleAcquirerCallbackService,
  UnmatchedPaymentCallbacksQuery,
  // of several folders
  PollAcquirersService,
];

/** The services of online payments. What the product declares to the platform is in `payments.product.ts`. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      ChannelMark,
      PaymentAlias,
      PaymentAttempt,
      PaymentChannel,
      PaymentCharge,
      PaymentCode,
      PaymentLink,
      PaymentRefund,
      PaymentSubscription,
      PaymentTransaction,
    ]),
    ChangesModule,
    ConnectorsModule,
    LedgerModule,
    ListingModule,
    RemoteOperationsModule,
  ],
  providers: PROVIDERS,
  exports: [...PROVIDERS, ListingModule],
})
export class PaymentsModule {}
