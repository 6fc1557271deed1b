import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectorsModule } from '../../../connectors/connectors.module.js';
import { ChangeChannelsService } from './change-channels.service.js';
import { PaymentChannel } from './payment-channel.entity.js';
import { ServiceChannelsQuery } from './service-channels.query.js';

const SERVICES = [ChangeChannelsService, ServiceChannelsQuery];

/** The channels of a service: settings, availability and commission. */
@Module({
  imports: [TypeOrmModule.forFeature([PaymentChannel]), ConnectorsModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class ChannelsModule {}
