import { Injectable } from '@nestjs/common';
import { ServiceChannelsQuery } from '../channels/service-channels.query.js';
import { type StoredRate, StoredRatesQuery } from './stored-rates.query.js';
import { PLN, PLN_RATE } from './rate.js';

/** PLN is in no table: its rate is 1, with the day of the newest table. */
const OF_PLN = { currency: PLN, plnRate: PLN_RATE, table: 'A' } as const;

export type ServiceCurrency = Omit<StoredRate, 'number'>;

/** The currencies that payers of a service can pay in. */
@Injectable()
export class ServiceCurrenciesQuery {
  constructor(
    private readonly channels: ServiceChannelsQuery,
    private readonly known: StoredRatesQuery,
  ) {}

  /** PLN first, then by their codes; without those that have no rate. */
  async of(serviceId: string): Promise<ServiceCurrency[]> {
    const usable = await this.channels.usableOf(serviceId);
    const currencies = new Set(usable.flatMap((channel) => channel.currencies));
    const [rates, effectiveOn] = await Promise.all([this.known.of([...currencies]), this.known.newestDay('A')]);
    return currencies.has(PLN) && effectiveOn !== null ? [{ ...OF_PLN, effectiveOn }, ...rates] : rates;
  }
}
