import { Module } from '@nestjs/common';
import { ChannelReportsController } from './channel-reports.controller.js';
import { PaymentServicesController } from './payment-services.controller.js';
import { PaymentTransactionsController } from './payment-transactions.controller.js';
import { PaymentsModule } from './payments.module.js';
import { PaymentRefundsController } from './refunds/payment-refunds.controller.js';

/** The endpoints of online payments; only the api role serves them. */
@Module({
  imports: [PaymentsModule],
  controllers: [PaymentServicesController, PaymentTransactionsController, PaymentRefundsController, ChannelReportsController],
})
export class PaymentsApiModule {}
