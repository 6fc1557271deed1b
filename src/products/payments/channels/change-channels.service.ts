import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { channelOf } from '../../../connectors/channels/catalogue/channel-catalogue.js';
import type { ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import { PaymentChannel } from './payment-channel.entity.js';

export type ChannelChanges = Partial<Omit<PaymentChannel, 'serviceId' | 'channel'>>;

/** Sets what channels of a service cost and take from now on; attempts under way keep their own terms. */
@Injectable()
export class ChangeChannelsService {
  constructor(private readonly dataSource: DataSource) {}

  /** @param changes what is not named stays as it is, or is the catalogue's. */
  async run(serviceId: string, channels: readonly ChannelId[], changes: ChannelChanges): Promise<void> {
    await this.dataSource.transaction((tx) => this.within(tx, serviceId, channels, changes));
  }

  async within(tx: EntityManager, serviceId: string, channels: readonly ChannelId[], changes: ChannelChanges): Promise<void> {
    // In one order, whichever they were named in: two who do this at once take turns.
    const missing = channels.toSorted().map((channel) => defaultsOf(serviceId, channel));
    await tx.createQueryBuilder().insert().into(PaymentChannel).values(missing).orIgnore().execute();
    if (Object.keys(changes).length > 0) await tx.update(PaymentChannel, { serviceId, channel: In([...channels]) }, changes);
  }
}

function defaultsOf(serviceId: string, id: ChannelId): PaymentChannel {
  const { commission } = channelOf(id);
  return {
    serviceId,
    channel: id,
    enabled: false,
    commissionBp: commission.bp,
    commissionFixedMinor: commission.fixedMinor,
    currencies: null,
    minMinor: null,
    maxMinor: null,
  };
}
