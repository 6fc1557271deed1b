import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { channelOf } from '../../../connectors/acquirers/catalogue/channel-catalogue.js';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { PaymentChannel } from './payment-channel.entity.js';
import { audited } from '../../../platform/audit/audited.js';

export type ChannelChanges = Partial<Omit<PaymentChannel, 'serviceId' | 'channel'>>;

/**
 * Enables or disables channels of a service, and sets their limits, currencies and commission. An attempt keeps the terms with which it
 * started.
 */
@Injectable()
export class ChangeChannelsService {
  constructor(private readonly dataSource: DataSource) {}

  /** @param changes missing properties keep their value, or the default of the catalogue. */
  async run(serviceId: string, channels: readonly ChannelId[], changes: ChannelChanges): Promise<void> {
    await this.dataSource.transaction((tx) => this.runWithin(tx, serviceId, channels, changes));
  }

  runWithin(tx: EntityManager, serviceId: string, channels: readonly ChannelId[], changes: ChannelChanges): Promise<void> {
    const rows = {
      table: 'payment_channel',
      subjectColumn: 'service_id',
      rowKeyColumn: 'channel',
      excludedColumns: ['service_id', 'channel'],
    };
    const change = { action: 'service.channels', subject: 'service', id: serviceId, rows };
    return audited(tx, change, () => this.write(tx, serviceId, channels, changes));
  }

  private async write(tx: EntityManager, serviceId: string, channels: readonly ChannelId[], changes: ChannelChanges): Promise<void> {
    // In a fixed order, so that two concurrent changes cannot deadlock.
    const defaultRows = channels.toSorted().map((channel) => defaultRow(serviceId, channel));
    await tx.createQueryBuilder().insert().into(PaymentChannel).values(defaultRows).orIgnore().execute();
    if (Object.keys(changes).length > 0) await tx.update(PaymentChannel, { serviceId, channel: In([...channels]) }, changes);
  }
}

function defaultRow(serviceId: string, id: ChannelId): PaymentChannel {
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
