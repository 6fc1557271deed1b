import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module.js';
import { CreateServiceForPayments } from './create-service-for-payments.js';

const SERVICES = [CreateServiceForPayments];

/** Services that sell online payments. */
@Module({
  imports: [ChannelsModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class PaymentServicesModule {}
