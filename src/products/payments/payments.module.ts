import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectorsModule } from '../../connectors/connectors.module.js';
import { ChangesModule } from '../../platform/changes/changes.module.js';
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
import { ALIAS_LIST } from './aliases/alias.list.js';
import { ALIAS_NOTIFICATION_TYPE } from './aliases/alias-notification.js';
import { AliasNotification } from './aliases/alias-notification.response.js';
import { ATTEMPT_PROOF } from './attempts/attempt-proof.js';
import { CHARGEBACK_PROOF } from './chargebacks/chargeback-proof.js';
import { PaymentsDueWork } from './due-work.js';
import { OpenAtAcquirersGauges } from './open-gauges.js';
import { PollAcquirersService } from './poll-acquirers.service.js';
import { PaymentAttempt } from './attempts/payment-attempt.entity.js';
import { PaymentChannel } from './channels/payment-channel.entity.js';
import { PaymentCode } from './attempts/codes/payment-code.entity.js';
import { PaymentTransaction } from './transactions/payment-transaction.entity.js';
import { CODE_NOTIFICATION_TYPE } from './attempts/codes/code-notification.js';
import { CodeNotification } from './attempts/codes/code-notification.response.js';
import { NOTIFICATION_TYPE } from './transactions/notification.js';
import { PaymentNotification } from './transactions/notification.response.js';
import { PaymentSubjects } from './attempts/payment-subjects.js';
import { PAYMENT_PAYERS, paymentRetention } from './transactions/personal-data.js';
import { PAYMENT_ROW_PROOFS } from './row-proofs.js';
import { REFUND_NOTIFICATION_TYPE } from './refunds/refund-notification.js';
import { RefundNotification } from './refunds/refund-notification.response.js';
import { REFUND_PROOF } from './refunds/refund-proof.js';
import { SUBSCRIPTION_LIST } from './subscriptions/subscription.list.js';
import { SUBSCRIPTION_NOTIFICATION_TYPE } from './subscriptions/subscription-notification.js';
import { SubscriptionNotification } from './subscriptions/subscription-notification.response.js';
import { PAYMENT_LIST } from './transactions/payment.list.js';
import type { PaymentStatus } from './transactions/payment-transitions.js';
import { ATTEMPT_SETTLEMENT_SOURCE, REFUND_SETTLEMENT_SOURCE } from './settlement-source.js';
import { ALIASES_PARTS } from './aliases/aliases.parts.js';
import { ATTEMPTS_PARTS } from './attempts/attempts.parts.js';
import { CHANNELS_PARTS } from './channels/channels.parts.js';
import { CHARGEBACKS_PARTS } from './chargebacks/chargebacks.parts.js';
import { CHECKOUT_PARTS } from './checkout/checkout.parts.js';
import { CURRENCIES_PARTS } from './currencies/currencies.parts.js';
import { REVIEW_PARTS } from './review/review.parts.js';
import { LEVEL0_PARTS } from './level0/level0.parts.js';
import { REFUNDS_PARTS } from './refunds/refunds.parts.js';
import { REPORTS_PARTS } from './reports/reports.parts.js';
import { SERVICES_PARTS } from './services/services.parts.js';
import { SUBSCRIPTIONS_PARTS } from './subscriptions/subscriptions.parts.js';
import { TRANSACTIONS_PARTS } from './transactions/transactions.parts.js';
import type { Parts } from './parts.js';

const PARTS: readonly Parts[] = [
  ALIASES_PARTS,
  ATTEMPTS_PARTS,
  CHANNELS_PARTS,
  CHARGEBACKS_PARTS,
  CHECKOUT_PARTS,
  CURRENCIES_PARTS,
  LEVEL0_PARTS,
  REFUNDS_PARTS,
  REPORTS_PARTS,
  REVIEW_PARTS,
  SERVICES_PARTS,
  SUBSCRIPTIONS_PARTS,
  TRANSACTIONS_PARTS,
];
const EXPORTED = PARTS.flatMap(({ exported }) => exported);

/** Notifications of these are about money that was taken: they are watched most closely. */
const PAID: PaymentStatus[] = ['transaction_paid', 'transaction_fraud_possibility'];

@Module({
  imports: [
    TypeOrmModule.forFeature([
      PaymentAttempt,
      PaymentChannel,
      PaymentCode,
      PaymentTransaction,
      ...PARTS.flatMap(({ entities }) => entities ?? []),
    ]),
    ChangesModule,
    ConnectorsModule,
    LedgerModule,
    ListingModule,
    WebhooksModule,
  ],
  providers: [
    PaymentSubjects,
    PaymentsDueWork,
    PollAcquirersService,
    OpenAtAcquirersGauges,
    ...EXPORTED,
    ...PARTS.flatMap(({ inner }) => inner),
  ],
  exports: [...EXPORTED, ListingModule],
})
export class PaymentsModule implements OnModuleInit {
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
    this.lists.register(PAYMENT_LIST);
    this.lists.register(ALIAS_LIST);
    this.lists.register(SUBSCRIPTION_LIST);
    this.proofs.add(ATTEMPT_PROOF);
    this.proofs.add(REFUND_PROOF);
    this.proofs.add(CHARGEBACK_PROOF);
    this.rows.add(...PAYMENT_ROW_PROOFS);
    this.settlements.add(ATTEMPT_SETTLEMENT_SOURCE);
    this.settlements.add(REFUND_SETTLEMENT_SOURCE);
    this.paid.add(...PAID);
    this.personalData.add(PAYMENT_PAYERS);
    this.personalData.retain(paymentRetention(this.environment.retention.payerDataDays));
    const changed = (what: string): string => `The status of ${what} has changed.`;
    this.notifications.add({ name: NOTIFICATION_TYPE, summary: changed('an online payment'), body: PaymentNotification });
    this.notifications.add({ name: REFUND_NOTIFICATION_TYPE, summary: changed('a refund'), body: RefundNotification });
    this.notifications.add({ name: ALIAS_NOTIFICATION_TYPE, summary: changed('a BLIK alias'), body: AliasNotification });
    const code = 'It is known what became of a BLIK code, or of an alias in its place, that was given for a payment with `blik-level0`.';
    this.notifications.add({ name: CODE_NOTIFICATION_TYPE, summary: code, body: CodeNotification });
    this.notifications.add({ name: SUBSCRIPTION_NOTIFICATION_TYPE, summary: changed('a subscription'), body: SubscriptionNotification });
  }
}
