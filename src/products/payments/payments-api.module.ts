import { Module } from '@nestjs/common';
import { BlikAliasesController } from './subscriptions/aliases/blik-aliases.controller.js';
import { AcquirerCallbacksController } from './callbacks/acquirer-callbacks.controller.js';
import { BlikLevel0Controller } from './level0/blik-level0.controller.js';
import { PaymentLinksController } from './links/links.controller.js';
import { PaymentServicesController } from './services/payment-services.controller.js';
import { PaymentTransactionsController } from './transactions/payment-transactions.controller.js';
import { PaymentsModule } from './payments.module.js';
import { PaymentRefundsController } from './refunds/payment-refunds.controller.js';
import { BlikSubscriptionsController } from './subscriptions/blik-subscriptions.controller.js';
import { SubscriptionsController } from './subscriptions/subscriptions.controller.js';

/** The HTTP endpoints of online payments. Only processes that serve the API import this module. */
@Module({
  imports: [PaymentsModule],
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
})
export class PaymentsApiModule {}
