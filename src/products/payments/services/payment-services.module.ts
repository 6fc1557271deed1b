import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module.js';
import { CreatePaymentService } from './create-payment-service.js';

const SERVICES = [CreatePaymentService];

/** Services that sell online payments. */
@Module({
  imports: [ChannelsModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class PaymentServicesModule {}
