import { Injectable } from '@nestjs/common';
import { ServiceChannelsQuery } from '../payment-methods/service-channels.query.js';
import { RateQueries, type StoredRate } from './rate.queries.js';
import { PLN, PLN_RATE } from './rate.js';

/** No table contains PLN. Its rate is 1, with the day of the newest table A. */
const PLN_CURRENCY = { currency: PLN, plnRate: PLN_RATE, table: 'A' } as const;

export type ServiceCurrency = Omit<StoredRate, 'number'>;

/** Lists the currencies in which payers of a service can pay. */
@Injectable()
export class ServiceCurrenciesQuery {
  constructor(
    private readonly channels: ServiceChannelsQuery,
    private readonly rates: RateQueries,
  ) {}

  /** PLN first, then by currency code. Currencies without a rate are left out. */
  async listCurrencies(serviceId: string): Promise<ServiceCurrency[]> {
    const usableChannels = await this.channels.listUsable(serviceId);
    const currencies = new Set(usableChannels.flatMap((channel) => channel.currencies));
    const [rates, effectiveOn] = await Promise.all([this.rates.latestRates([...currencies]), this.rates.newestTableDay('A')]);
    return currencies.has(PLN) && effectiveOn !== null ? [{ ...PLN_CURRENCY, effectiveOn }, ...rates] : rates;
  }
}
