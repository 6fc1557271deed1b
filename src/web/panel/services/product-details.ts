import { Injectable } from '@nestjs/common';
import { formatAmount, formatAmountShortest } from '../../../common/money/amount.js';
import type { VisibleService } from '../../../platform/people/visible-services.query.js';
import { type OperatorTariff, TariffQueries } from '../../../products/direct-billing/commission/tariff.queries.js';
import type { ServiceChannel } from '../../../products/payments/payment-methods/service-channel.js';
import { ServiceChannelsQuery } from '../../../products/payments/payment-methods/service-channels.query.js';
import { isOnlyDirect } from '../../../products/payments/payment-methods/channel-availability.js';
import { SmsServiceQueries } from '../../../products/sms/services/service.queries.js';
import type { PanelTexts } from '../texts/texts.js';

interface ChannelView {
  name: string;
  isOn: boolean;
  /** Why payers cannot choose the channel; null when they can. `direct`: only the partner's program can start it. */
  why: keyof PanelTexts['services']['why'] | null;
  commission: string;
  currencies: string;
  limits: string;
}

/** The product settings of a service: channels, tariffs or SMS numbers. The lists of the other products are empty. */
export interface ProductView {
  channels: ChannelView[];
  tariffs: { operator: string; isOn: boolean; shares: string; mostMinor: number }[];
  sms: { type: string; keyword: string; numbers: { number: number; grossMinor: number }[]; apiUrl: string | null } | null;
}

/** Reads the product settings of a service. */
@Injectable()
export class ProductDetails {
  constructor(
    private readonly channels: ServiceChannelsQuery,
    private readonly tariffs: TariffQueries,
    private readonly sms: SmsServiceQueries,
  ) {}

  async readProductDetails({ id, area }: Pick<VisibleService, 'id' | 'area'>): Promise<ProductView> {
    const nothing: ProductView = { channels: [], tariffs: [], sms: null };
    if (area === 'payment') return { ...nothing, channels: (await this.channels.list(id)).map(describeChannel) };
    if (area === 'directbilling') return { ...nothing, tariffs: (await this.tariffs.stored(id)).map(describeTariff) };
    const { type, prefix, suffix, apiUrl } = await this.sms.details(id);
    const numbers = await this.sms.numbers(id);
    const numberPrices = numbers.map(({ number, grossMinor }) => ({ number, grossMinor }));
    return { ...nothing, sms: { type, keyword: `${prefix}.${suffix}`, numbers: numberPrices, apiUrl } };
  }
}

/** Basis points are percent with two decimals, so they are formatted like an amount in minor units. */
const percent = (bp: number): string => `${formatAmountShortest(bp)} %`;

function describeChannel(channel: ServiceChannel): ChannelView {
  const disabledReason = disabledReasonOf(channel);
  return {
    name: channel.channel.name,
    isOn: disabledReason === null,
    why: disabledReason ?? (isOnlyDirect(channel.channel.id) ? 'direct' : null),
    commission: `${percent(channel.commissionBp)} + ${formatAmount(channel.commissionFixedMinor)} PLN`,
    currencies: channel.currencies.join(' '),
    limits: `${formatAmount(channel.minMinor)} – ${formatAmount(channel.maxMinor)}`,
  };
}

function disabledReasonOf({ enabled, connector, currencies }: ServiceChannel): 'disabled' | 'unconnected' | 'currency' | null {
  if (!enabled) return 'disabled';
  if (!connector) return 'unconnected';
  return currencies.length === 0 ? 'currency' : null;
}

const describeTariff = ({ operator, enabled, sharesBp, maxGrossMinor }: OperatorTariff) => ({
  operator,
  isOn: enabled,
  shares: sharesBp.map(percent).join(' · '),
  mostMinor: maxGrossMinor,
});
