import { Module } from '@nestjs/common';
import { InboundSmsController } from './inbound-sms.controller.js';
import { SmsNumbersController } from './sms-numbers.controller.js';
import { SmsServicesController } from './sms-services.controller.js';
import { SmsTransactionsController } from './sms-transactions.controller.js';
import { SmsModule } from './sms.module.js';

/** The HTTP routes of premium SMS. Routes are matched in the order of the controllers, so `numbers` comes before `:serviceId`. */
@Module({
  imports: [SmsModule],
  controllers: [SmsNumbersController, SmsServicesController, SmsTransactionsController, InboundSmsController],
})
export class SmsApiModule {}
