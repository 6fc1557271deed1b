import { AcquirerConnectors } from '../../connectors/acquirers/port/acquirer-connectors.js';
import type { Get, Product } from '../../platform/products/product.js';
import type { PeriodicTask } from '../../runtime/scheduling/periodic-tasks.js';
import { ALIAS_NOTIFICATION } from './blik-aliases/notification.js';
import { ALIAS_LIST } from './blik-aliases/alias.list.js';
import { ExpireAliasesService } from './blik-aliases/expire-aliases.service.js';
import { ATTEMPT_CHECK } from './attempts/checks.js';
import { CODE_NOTIFICATION } from './attempts/codes/notification.js';
import { ExpirePaymentsService } from './attempts/expire-payments.service.js';
import { ATTEMPT } from './attempts/payment-subject.js';
import { CHARGEBACKS } from './chargebacks/book-chargeback.service.js';
import { CHARGEBACK_CHECK } from './chargebacks/checks.js';
import { PAYMENT_PATH } from './checkout/payment-path.js';
import { PaymentStatesQuery } from './checkout/payment-states.query.js';
import { rateGauges } from './exchange-rates/rate-gauges.js';
import { RefreshRatesTask } from './exchange-rates/refresh-rates.task.js';
import { LINK_LIST } from './links/link.list.js';
import { openItemGauges } from './open-item-gauges.js';
import { BlikAliasesController } from './subscriptions/aliases/blik-aliases.controller.js';
import { AcquirerCallbacksController } from './acquirer-callbacks/acquirer-callbacks.controller.js';
import { BlikLevel0Controller } from './blik-level0/blik-level0.controller.js';
import { PaymentLinksController } from './links/links.controller.js';
import { PaymentServicesController } from './services/payment-services.controller.js';
import { PaymentTransactionsController } from './payments/payment-transactions.controller.js';
import { PaymentRefundsController } from './refunds/payment-refunds.controller.js';
import { BlikSubscriptionsController } from './subscriptions/blik-subscriptions.controller.js';
import { SubscriptionsController } from './subscriptions/subscriptions.controller.js';
import { PaymentsModule } from './payments.module.js';
import { LINK_PAYERS, PAYMENT_PERSONAL_DATA, paymentRetention } from './personal-data.js';
import { PollAcquirersService, type PolledKind } from './poll-acquirers.service.js';
import { REFUND_CHECK } from './refunds/checks.js';
import { REFUND_NOTIFICATION } from './refunds/notification.js';
import { CreateServiceForPayments } from './services/create-service-for-payments.js';
import { ATTEMPT_SETTLEMENT_SOURCE, REFUND_SETTLEMENT_SOURCE } from './settlement/settlement-source.js';
import { RECURRING_CHARGE_CHECK, SUBSCRIPTION_CHECK } from './subscriptions/checks.js';
import { ExpireSubscriptionsService } from './subscriptions/expire-subscriptions.service.js';
import { SUBSCRIPTION_NOTIFICATION } from './subscriptions/notification.js';
import { SUBSCRIPTION_LIST } from './subscriptions/subscription.list.js';
import { PAYMENT_TOTALS } from './total-sources.js';
import { PAYMENT_CHECK } from './payments/checks.js';
import { PAYMENT_NOTIFICATION } from './payments/notification.js';
import { PAYMENT_LIST } from './payments/payment.list.js';
import type { PaymentStatus } from './payments/states.js';

const TASK_INTERVAL_MS = 2_000;

const POLL_TASKS: Record<PolledKind, string> = {
  attempt: 'poll-attempts',
  refund: 'poll-refunds',
  alias: 'poll-aliases',
  subscription: 'poll-mandates',
};

/** Statuses with captured money. */
const PAID_STATUSES: readonly PaymentStatus[] = ['transaction_paid', 'transaction_fraud_possibility'];

/** Online payments: BLIK, transfers, cards, wallets and vouchers, paid on the gateway's page. */
export const PAYMENTS: Product = {
  area: 'payment',
  title: 'Online payments',
  description: 'BLIK, transfers, cards, wallets and vouchers, paid on the gateway’s page.',
  module: PaymentsModule,
  controllers: [
    PaymentServicesController,
    PaymentTransactionsController,
    PaymentRefundsController,
    BlikAliasesController,
    BlikLevel0Controller,
    PaymentLinksController,
    SubscriptionsController,
    BlikSubscriptionsController,
    AcquirerCallbacksController,
  ],
  payerPages: { path: PAYMENT_PATH, readStates: (get, ids) => get(PaymentStatesQuery).run(ids) },
  createDemoService: (get, partnerId) => get(CreateServiceForPayments).run({ partnerId, name: 'Demo Online Payments' }),
  lists: [PAYMENT_LIST, ALIAS_LIST, SUBSCRIPTION_LIST, LINK_LIST],
  notifications: [PAYMENT_NOTIFICATION, REFUND_NOTIFICATION, ALIAS_NOTIFICATION, CODE_NOTIFICATION, SUBSCRIPTION_NOTIFICATION],
  paidStatuses: PAID_STATUSES,
  checks: [PAYMENT_CHECK, ATTEMPT_CHECK, REFUND_CHECK, CHARGEBACK_CHECK, SUBSCRIPTION_CHECK, RECURRING_CHARGE_CHECK],
  settlementSources: [ATTEMPT_SETTLEMENT_SOURCE, REFUND_SETTLEMENT_SOURCE],
  totals: PAYMENT_TOTALS,
  personalData: () => [PAYMENT_PERSONAL_DATA, LINK_PAYERS],
  retentions: ({ payerDataDays }) => [paymentRetention(payerDataDays)],
  tasks: (get) => [
    { name: 'expire-payments', intervalMs: TASK_INTERVAL_MS, batch: () => get(ExpirePaymentsService).batch() },
    { name: 'expire-aliases', intervalMs: TASK_INTERVAL_MS, batch: () => get(ExpireAliasesService).batch() },
    { name: 'expire-subscriptions', intervalMs: TASK_INTERVAL_MS, batch: () => get(ExpireSubscriptionsService).batch() },
    ...get(AcquirerConnectors)
      .accounts()
      .flatMap((account) => pollTasks(get, account)),
    ...get(RefreshRatesTask).tasks,
  ],
  gauges: (get) => [...openItemGauges(get), ...rateGauges(get)],
  watchedStates: (get) =>
    get(AcquirerConnectors)
      .accounts()
      .flatMap((connector) => [
        { subject: ATTEMPT.type, state: 'suspense', connector },
        ...['booked', 'for_staff'].map((state) => ({ subject: CHARGEBACKS, state, connector })),
      ]),
};

/** One task per account, so that an acquirer that hangs does not delay polls of the others. */
function pollTasks(get: Get, account: string): PeriodicTask[] {
  return (Object.entries(POLL_TASKS) as [PolledKind, string][]).map(([kind, task]) => ({
    name: `${task}-${account}`,
    intervalMs: TASK_INTERVAL_MS,
    batch: () => get(PollAcquirersService).batch(kind, account),
  }));
}
