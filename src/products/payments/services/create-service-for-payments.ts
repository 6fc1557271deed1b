import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CHANNEL_IDS, type ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { CreateService, type CreateServiceInput } from '../../../platform/partners/services/create-service.js';
import type { Service } from '../../../platform/partners/services/service.entity.js';
import { ChangeChannelsService } from '../payment-methods/change-channels.service.js';

export type CreateServiceForPaymentsInput = Omit<CreateServiceInput, 'area'> & {
  /** Channels to enable, with the commission of the catalogue. All channels by default. */
  channels?: readonly ChannelId[];
};

/** Creates a service for online payments and enables its channels. */
@Injectable()
export class CreateServiceForPayments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly createService: CreateService,
    private readonly changeChannels: ChangeChannelsService,
  ) {}

  run({ channels = CHANNEL_IDS, ...input }: CreateServiceForPaymentsInput): Promise<Service> {
    return this.dataSource.transaction(async (tx) => {
      const service = await this.createService.run(tx, { ...input, area: 'payment' });
      if (channels.length > 0) await this.changeChannels.runWithin(tx, service.id, channels, { enabled: true });
      return service;
    });
  }
}
