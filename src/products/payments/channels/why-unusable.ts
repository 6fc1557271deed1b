import { formatAmount } from '../../../common/money/amount.js';
import type { ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import type { ServiceChannel } from './service-channel.js';

/** What a channel is asked to take. */
export interface Sale {
  amountMinor: number;
  currency: string;
  /** ISO 3166-1 alpha-2 of the payer; null while nobody knows. */
  country: string | null;
}

/** Begun by the partner's program, so payers do not find them on the page. */
const ONLY_DIRECT: readonly ChannelId[] = ['blik-level0', 'blik-recurrent'];

/** Of subscriptions. It takes nothing for a consent alone: no other amount has a meaning of its own. */
export const RECURRING_CHANNEL: ChannelId = 'blik-recurrent';

/**
 * Why a channel cannot be used for a sale, as a sentence for the partner; null when it can.
 * @param direct the payer is sent straight there, and does not choose it on the page.
 */
export function whyUnusable(offer: ServiceChannel, sale: Sale, direct: boolean): string | null {
  const { id, countries } = offer.channel;
  const { amountMinor, currency, country } = sale;
  if (!offer.enabled) return `The channel ${id} is not enabled for this service.`;
  if (!offer.connector) return `The channel ${id} is not connected at the moment.`;
  if (!direct && ONLY_DIRECT.includes(id)) return `The channel ${id} can only be used as directChannel.`;
  if (!offer.currencies.includes(currency)) return `The channel ${id} takes ${offer.currencies.join(', ')}, not ${currency}.`;
  const consent = id === RECURRING_CHANNEL && amountMinor === 0;
  if (!consent && (amountMinor < offer.minMinor || amountMinor > offer.maxMinor || amountMinor === 0))
    return `The channel ${id} takes amounts from ${formatAmount(offer.minMinor)} to ${formatAmount(offer.maxMinor)} ${currency}.`;
  if (countries && country !== null && !countries.includes(country))
    return `The channel ${id} serves payers in ${countries.join(', ')} only.`;
  return null;
}
