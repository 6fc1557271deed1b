import { formatAmount } from '../../../common/money/amount.js';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { ServiceChannel } from './service-channel.js';

/** What is to be paid through a channel. */
export interface ChannelSale {
  amountMinor: number;
  currency: string;
  /** ISO 3166-1 alpha-2 of the payer; null while not known. */
  country: string | null;
}

/** Started by the partner's program, so the page does not offer them. */
const ONLY_DIRECT: readonly ChannelId[] = ['blik-level0', 'blik-recurrent'];

export const isOnlyDirect = (id: ChannelId): boolean => ONLY_DIRECT.includes(id);

/** The channel of subscriptions. There an amount of 0 registers a mandate only. */
export const RECURRING_CHANNEL: ChannelId = 'blik-recurrent';

/**
 * Why a channel cannot be used for a sale, as a sentence for the partner; null when it can.
 * @param direct the payer is sent straight there, and does not choose it on the page.
 */
export function channelUnavailableReason(offer: ServiceChannel, sale: ChannelSale, direct: boolean): string | null {
  return channelUnavailableReasonAtAnyAmount(offer, sale, direct) ?? whyAmountNotTaken(offer, sale);
}

/** Why another amount would not help either. */
export function channelUnavailableReasonAtAnyAmount(
  offer: ServiceChannel,
  { currency, country }: ChannelSale,
  direct: boolean,
): string | null {
  const { id, countries } = offer.channel;
  if (!offer.enabled) return `The channel ${id} is not enabled for this service.`;
  if (!offer.connector) return `The channel ${id} is not connected at the moment.`;
  if (!direct && isOnlyDirect(id)) return `The channel ${id} can only be used as directChannel.`;
  if (!offer.currencies.includes(currency)) return `The channel ${id} takes ${offer.currencies.join(', ')}, not ${currency}.`;
  if (countries && country !== null && !countries.includes(country))
    return `The channel ${id} serves payers in ${countries.join(', ')} only.`;
  return null;
}

function whyAmountNotTaken({ channel: { id }, minMinor, maxMinor }: ServiceChannel, { amountMinor, currency }: ChannelSale): string | null {
  if (id === RECURRING_CHANNEL && amountMinor === 0) return null;
  if (amountMinor >= minMinor && amountMinor <= maxMinor && amountMinor > 0) return null;
  return `The channel ${id} takes amounts from ${formatAmount(minMinor)} to ${formatAmount(maxMinor)} ${currency}.`;
}
