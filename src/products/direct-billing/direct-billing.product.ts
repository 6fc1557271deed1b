import { OPERATORS } from '../../connectors/operators/operator.port.js';
import type { Product } from '../../platform/products/product.js';
import { CHARGE } from './charges/charge-subject.js';
import { CHARGE_CHECK } from './charges/checks.js';
import { ExpireTransactionsService } from './charges/expire-transactions.service.js';
import { openChargeGauges } from './charges/open-charge-gauges.js';
import { PollChargesService } from './charges/poll-charges.service.js';
import { CHECKOUT_PATH } from './checkout/checkout-path.js';
import { CheckoutQueries } from './checkout/checkout.queries.js';
import { DirectBillingServicesController } from './direct-billing-services.controller.js';
import { DirectBillingTransactionsController } from './direct-billing-transactions.controller.js';
import { OperatorCallbacksController } from './operator-callbacks.controller.js';
import { DirectBillingModule } from './direct-billing.module.js';
import { DIRECT_BILLING_NOTIFICATION } from './notification.js';
import { TRANSACTION_PERSONAL_DATA, transactionRetention } from './personal-data.js';
import { CreateDirectBillingService } from './services/create-direct-billing-service.js';
import { CHARGE_SETTLEMENT_SOURCE } from './settlement-source.js';
import { DIRECT_BILLING_TOTALS } from './total-sources.js';
import { TRANSACTION_CHECK } from './transactions/checks.js';
import { TRANSACTION_LIST } from './transactions/transaction.list.js';
import type { DirectBillingStatus } from './transactions/states.js';

const TASK_INTERVAL_MS = 2_000;

const PAID_STATUS: DirectBillingStatus = 'transaction_db_payed';

/** DirectBilling: payments that an operator charges to the payer's phone bill. */
export const DIRECT_BILLING: Product = {
  area: 'directbilling',
  title: 'DirectBilling',
  description: 'Payments that are charged to the payer’s phone bill.',
  module: DirectBillingModule,
  controllers: [DirectBillingServicesController, DirectBillingTransactionsController, OperatorCallbacksController],
  payerPages: { path: CHECKOUT_PATH, readStates: (get, ids) => get(CheckoutQueries).stages(ids) },
  createDemoService: (get, partnerId) => get(CreateDirectBillingService).run({ partnerId, name: 'Demo DirectBilling', suffix: 'DEMO' }),
  lists: [TRANSACTION_LIST],
  notifications: [DIRECT_BILLING_NOTIFICATION],
  paidStatuses: [PAID_STATUS],
  checks: [TRANSACTION_CHECK, CHARGE_CHECK],
  settlementSources: [CHARGE_SETTLEMENT_SOURCE],
  totals: DIRECT_BILLING_TOTALS,
  personalData: () => [TRANSACTION_PERSONAL_DATA],
  retentions: ({ payerDataDays }) => [transactionRetention(payerDataDays)],
  tasks: (get) => [
    { name: 'expire-directbilling', intervalMs: TASK_INTERVAL_MS, batch: () => get(ExpireTransactionsService).batch() },
    // One task per operator, so that an operator that hangs does not delay the polls of other operators.
    ...OPERATORS.map((operator) => ({
      name: `poll-directbilling-${operator}`,
      intervalMs: TASK_INTERVAL_MS,
      batch: () => get(PollChargesService).batch(operator),
    })),
  ],
  gauges: openChargeGauges,
  watchedStates: () => OPERATORS.map((connector) => ({ subject: CHARGE.type, state: 'reversal_due', connector })),
};
