import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Channel } from '../../../connectors/acquirers/catalogue/channel.js';
import { CHANNELS } from '../../../connectors/acquirers/catalogue/channel-catalogue.js';
import { AcquirerConnectors } from '../../../connectors/acquirers/port/acquirer-connectors.js';
import { TtlCache } from '../../../common/ttl-cache.js';
import { outsidePoolQuotas } from '../../../runtime/database/pool-quotas/requester.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { PaymentChannel } from './payment-channel.entity.js';
import type { ServiceChannel } from './service-channel.js';

const SETTINGS = selectionOf(PaymentChannel, [
  'channel',
  'enabled',
  'commissionBp',
  'commissionFixedMinor',
  'currencies',
  'minMinor',
  'maxMinor',
]);
const READ_SETTINGS = {
  name: 'payment_channels_of_service',
  text: `SELECT ${SETTINGS.columns()} FROM payment_channel WHERE service_id = $1`,
};

/** Less than a second, so that every process uses changed settings within a second. */
const CACHE_MS = 900;

/** Reads the channels of a service: the catalogue, restricted by the service's settings and the connectors of this process. */
@Injectable()
export class ServiceChannelsQuery {
  private readonly cache = new TtlCache<readonly ServiceChannel[]>(CACHE_MS);

  constructor(
    private readonly dataSource: DataSource,
    private readonly connectors: AcquirerConnectors,
  ) {}

  /** All channels of the catalogue, in its order. @param executor the current transaction, if there is one. */
  async list(serviceId: string, executor: EntityManager | DataSource = this.dataSource): Promise<ServiceChannel[]> {
    const settings = SETTINGS.rows(await runNamed<object & Record<string, unknown>>(executor, READ_SETTINGS, [serviceId]));
    const settingById = new Map<string, (typeof settings)[number]>(settings.map((setting) => [setting.channel, setting]));
    return CHANNELS.map((channel) => this.restrict(channel, settingById.get(channel.id)));
  }

  /**
   * The same channels from a cache of less than a second. Only for decisions that are checked again before money moves, such as which channels a
   * payment offers and which its page shows.
   */
  listCached(serviceId: string): Promise<readonly ServiceChannel[]> {
    // Requests of several callers may wait for this query, so it does not count against the pool quota of one caller.
    return this.cache.get(serviceId, () => outsidePoolQuotas(() => this.list(serviceId)));
  }

  /** The channels that a payer or the partner's program can use now: enabled, connected and with a currency. */
  async listUsable(serviceId: string): Promise<ServiceChannel[]> {
    const channels = await this.list(serviceId);
    return channels.filter(({ enabled, connector, currencies }) => enabled && connector && currencies.length > 0);
  }

  private restrict(channel: Channel, setting: ChannelSetting | undefined): ServiceChannel {
    const connector = this.connectors.serving(channel.id);
    const capabilities = connector?.capabilities[channel.id];
    const currencies = channel.currencies.filter(
      (currency) => (setting?.currencies?.includes(currency) ?? true) && (capabilities?.currencies.includes(currency) ?? true),
    );
    return {
      channel,
      enabled: setting?.enabled ?? false,
      commissionBp: setting?.commissionBp ?? channel.commission.bp,
      commissionFixedMinor: setting?.commissionFixedMinor ?? channel.commission.fixedMinor,
      currencies,
      minMinor: Math.max(channel.minMinor, setting?.minMinor ?? 0),
      maxMinor: Math.min(channel.maxMinor, setting?.maxMinor ?? Infinity),
      requiredPayer: [...new Set([...channel.requiredPayer, ...(capabilities?.requiredPayer ?? [])])],
      connector,
    };
  }
}

type ChannelSetting = Pick<PaymentChannel, 'enabled' | 'commissionBp' | 'commissionFixedMinor' | 'currencies' | 'minMinor' | 'maxMinor'>;
