import type { Abstract, FactoryProvider, INestApplicationContext, Type } from '@nestjs/common';
import { BusinessClock, SystemClock } from '../../common/time/clocks.js';
import { AuditQueries } from '../../platform/audit/audit.queries.js';
import { ServiceBrandQuery } from '../../platform/partners/brand/service-brand.query.js';
import { ServiceListQuery } from '../../platform/partners/services/service-list.query.js';
import { BlockPartnerService } from '../../platform/partners/block-partner.service.js';
import { VerifyServiceService } from '../../platform/partners/services/verify-service.service.js';
import { UpdateService } from '../../platform/partners/services/update-service.js';
import { SendTestNotificationService } from '../../platform/webhooks/outbox/send-test-notification.service.js';
import { TariffQueries } from '../../products/direct-billing/commission/tariff.queries.js';
import { ServiceChannelsQuery } from '../../products/payments/payment-methods/service-channels.query.js';
import { SmsServiceQueries } from '../../products/sms/services/service.queries.js';
import { PackStockQuery } from '../../products/sms/codes/pack-stock.query.js';
import { UploadPackService } from '../../products/sms/codes/upload-pack.service.js';
import { InboundQueries } from '../../products/sms/inbound/inbound.queries.js';
import { CancelSubscriptionService } from '../../products/payments/subscriptions/cancel-subscription.service.js';
import { CreateLinkService } from '../../products/payments/links/create-link.service.js';
import { DisableLinkService } from '../../products/payments/links/disable-link.service.js';
import { LinksQuery } from '../../products/payments/links/links.query.js';
import { PaymentsOfLinkQuery } from '../../products/payments/links/payments-of-link.query.js';
import { FindSubscriptionsQuery } from '../../products/payments/subscriptions/find-subscriptions.query.js';
import { ServiceKeys } from '../../platform/partners/keys/service-keys.js';
import { CreateTokenService } from '../../platform/partners/tokens/create-token.service.js';
import { RevokeTokenService } from '../../platform/partners/tokens/revoke-token.service.js';
import { TokenListQuery } from '../../platform/partners/tokens/token-list.query.js';
import { AccountService } from '../../platform/people/account.service.js';
import { DemoPeopleService } from '../../platform/people/demo-people.service.js';
import { AcceptInvitationService } from '../../platform/people/invitations/accept-invitation.service.js';
import { InvitationQuery } from '../../platform/people/invitations/invitation.query.js';
import { InviteService } from '../../platform/people/invitations/invite.service.js';
import { OneTimeCodes } from '../../platform/people/credentials/one-time-codes.js';
import { Passkeys } from '../../platform/people/credentials/passkeys.js';
import { CloseSessionsService } from '../../platform/people/sessions/close-sessions.service.js';
import { SessionQueries } from '../../platform/people/sessions/session.queries.js';
import { SwitchMembershipService } from '../../platform/people/sessions/switch-membership.service.js';
import { SignInService } from '../../platform/people/sign-in.service.js';
import { ChangeTeamService } from '../../platform/people/team/change-team.service.js';
import { TeamQuery } from '../../platform/people/team/team.query.js';
import { VisibleServicesQuery } from '../../platform/people/visible-services.query.js';
import { DeliveryQueries } from '../../platform/webhooks/inspection/delivery.queries.js';
import { EndpointStatesQuery } from '../../platform/webhooks/inspection/endpoint-states.query.js';
import { ExamineNotificationService } from '../../platform/webhooks/inspection/examine-notification.service.js';
import { HoldEndpointService } from '../../platform/webhooks/inspection/hold-endpoint.service.js';
import { ResendDeliveryService } from '../../platform/webhooks/inspection/resend-delivery.service.js';
import { ResendMatchingService } from '../../platform/webhooks/inspection/resend-matching.service.js';
import { FindDeliveriesQuery } from '../../platform/webhooks/inspection/search/find-deliveries.query.js';
import { SentRequestsQuery } from '../../platform/webhooks/inspection/search/sent-requests.query.js';
import { DirectBillingTransactionQueries } from '../../products/direct-billing/transactions/transaction.queries.js';
import { FindPaymentsQuery } from '../../products/payments/payments/find-payments.query.js';
import { SmsTransactionQueries } from '../../products/sms/transactions/transaction.queries.js';
import { StateHistory } from '../../platform/history/state-history.js';
import { EntryQuery } from '../../platform/ledger/entry.query.js';
import { DecideService } from '../../platform/ledger/approvals/decide.service.js';
import { ProposalsQuery } from '../../platform/ledger/approvals/proposals.query.js';
import { ProposeService } from '../../platform/ledger/approvals/propose.service.js';
import { SettlementQueries } from '../../platform/ledger/settlement/settlement.queries.js';
import { PartnerStatementQuery } from '../../platform/ledger/statement/partner-statement.query.js';
import { WalletPostingsQuery } from '../../platform/ledger/statement/wallet-postings.query.js';
import { PartnerListQuery } from '../../platform/partners/partner-list.query.js';
import { WalletQuery } from '../../platform/ledger/wallet.query.js';
import { InspectDirectBillingTransactionQuery } from '../../products/direct-billing/charges/inspect-transaction.query.js';
import { CheckoutQueries } from '../../products/direct-billing/checkout/checkout.queries.js';
import { PaymentPageQuery } from '../../products/payments/checkout/payment-page.query.js';
import { CreateRefundService } from '../../products/payments/refunds/create-refund.service.js';
import { ChargeQueries } from '../../products/direct-billing/charges/charge.queries.js';
import { ChargebacksQuery } from '../../products/payments/chargebacks/chargebacks.query.js';
import { PaymentExceptionQueries } from '../../products/payments/review/payment-exception.queries.js';
import { PayerActivityQuery } from '../../products/payments/risk/payer-activity.query.js';
import { ReviewHeldPaymentService } from '../../products/payments/review/review-held-payment.service.js';
import { InspectPaymentQuery } from '../../products/payments/review/inspect-payment.query.js';
import { TotalsQuery } from '../../platform/totals/totals.query.js';
import { LatePaidQuery } from '../../platform/webhooks/inspection/late-paid.query.js';
import { ConnectorMetrics } from '../../connectors/metrics/connector-metrics.js';
import { SettlementFilesQuery } from '../../platform/ledger/files/settlement-files.query.js';
import { StoredVerifications } from '../../platform/ledger/verification/stored-verifications.js';
import { GaugeCollector } from '../../runtime/metrics/gauge-collector.js';
import { RequestLimits } from '../../runtime/rate-limits/request-limits.js';

/**
 * The gateway's services and queries that the panel may call; the API and the command line use the same ones. The panel is a Nest
 * application of its own alongside the gateway's application. It borrows these instances instead of creating them again. Comments in the
 * list name the screens that call the instances below.
 */
const BORROWED: readonly (Type | Abstract<unknown>)[] = [
  RequestLimits,
  AuditQueries,
  AccountService,
  ServiceBrandQuery,
  ServiceListQuery,
  UpdateService,
  SendTestNotificationService,
  TariffQueries,
  ServiceChannelsQuery,
  SmsServiceQueries,
  PackStockQuery,
  UploadPackService,
  InboundQueries,
  CancelSubscriptionService,
  CreateLinkService,
  DisableLinkService,
  LinksQuery,
  PaymentsOfLinkQuery,
  FindSubscriptionsQuery,
  ServiceKeys,
  CreateTokenService,
  RevokeTokenService,
  TokenListQuery,
  AcceptInvitationService,
  ChangeTeamService,
  DemoPeopleService,
  CloseSessionsService,
  InvitationQuery,
  InviteService,
  OneTimeCodes,
  Passkeys,
  SessionQueries,
  SignInService,
  SwitchMembershipService,
  TeamQuery,
  VisibleServicesQuery,
  DeliveryQueries,
  EndpointStatesQuery,
  ExamineNotificationService,
  FindDeliveriesQuery,
  HoldEndpointService,
  ResendDeliveryService,
  ResendMatchingService,
  SentRequestsQuery,
  DirectBillingTransactionQueries,
  FindPaymentsQuery,
  SmsTransactionQueries,
  // The page of one transaction.
  CheckoutQueries,
  CreateRefundService,
  EntryQuery,
  InspectDirectBillingTransactionQuery,
  InspectPaymentQuery,
  PaymentPageQuery,
  StateHistory,
  WalletQuery,
  // Wallet, statements and payouts.
  PartnerListQuery,
  PartnerStatementQuery,
  WalletPostingsQuery,
  // Staff: partners, and services to verify.
  BlockPartnerService,
  VerifyServiceService,
  // Staff: held payments, and exceptions that the gateway cannot resolve by itself.
  ChargebacksQuery,
  ChargeQueries,
  PaymentExceptionQueries,
  PayerActivityQuery,
  ReviewHeldPaymentService,
  // Manual entries of staff.
  DecideService,
  ProposalsQuery,
  ProposeService,
  SettlementQueries,
  // Home.
  TotalsQuery,
  LatePaidQuery,
  // Staff: health, and settlement files.
  ConnectorMetrics,
  StoredVerifications,
  GaugeCollector,
  SettlementFilesQuery,
];

const LIFECYCLE_HOOKS = ['onModuleInit', 'onApplicationBootstrap', 'onModuleDestroy', 'beforeApplicationShutdown', 'onApplicationShutdown'];

/**
 * Providers of the panel that return the gateway's instances.
 * @throws Error for an instance with lifecycle hooks, because its hooks would run in both applications.
 */
export function borrowedFrom(gateway: INestApplicationContext): FactoryProvider[] {
  // The clocks have lifecycle hooks. The panel gets wrappers that only read the clocks.
  const clocks = [SystemClock, BusinessClock].map((provide) => {
    const clock = gateway.get(provide, { strict: false });
    return { provide, useFactory: () => ({ now: () => clock.now() }) };
  });
  const borrowed = BORROWED.map((provide) => {
    const provider: unknown = gateway.get(provide, { strict: false });
    const hook = LIFECYCLE_HOOKS.find((name) => typeof (provider as Record<string, unknown>)[name] === 'function');
    if (hook) throw new Error(`The panel cannot borrow ${provide.name}: its lifecycle hook ${hook} would run twice`);
    return { provide, useFactory: () => provider };
  });
  return [...clocks, ...borrowed];
}
