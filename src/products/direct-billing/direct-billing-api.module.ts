import { Module } from '@nestjs/common';
import { DirectBillingModule } from './direct-billing.module.js';
import { DirectBillingServicesController } from './direct-billing-services.controller.js';
import { DirectBillingTransactionsController } from './direct-billing-transactions.controller.js';
import { OperatorCallbacksController } from './operator-callbacks.controller.js';

/** The HTTP routes of DirectBilling. Workers do not serve them. */
@Module({
  imports: [DirectBillingModule],
  controllers: [DirectBillingServicesController, DirectBillingTransactionsController, OperatorCallbacksController],
})
export class DirectBillingApiModule {}
