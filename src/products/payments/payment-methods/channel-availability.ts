import { formatAmount } from '../../../common/money/amount.js';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { ServiceChannel } from './service-channel.js';

/** The properties of a payment that decide whether a channel accepts the payment. */
export interface PaymentProperties {
  amountMinor: number;
  currency: string;
  /** The payer's country, ISO 3166-1 alpha-2. null while it is not known. */
  country: string | null;
}

/** Channels that only the partner's program starts, so the page does not offer them. */
const ONLY_DIRECT: readonly ChannelId[] = ['blik-level0', 'blik-recurrent'];

export const isOnlyDirect = (id: ChannelId): boolean => ONLY_DIRECT.includes(id);

/** The channel of subscriptions. Only on this channel may a payment have the amount 0, which makes it a setup payment. */
export const RECURRING_CHANNEL: ChannelId = 'blik-recurrent';

/**
 * Why a channel cannot be used for a payment, as a message for the partner. null when it can be used.
 * @param direct whether the payment names the channel as `directChannel`, so that the payer does not choose it on the page.
 */
export function channelUnavailableReason(serviceChannel: ServiceChannel, payment: PaymentProperties, direct: boolean): string | null {
  return channelUnavailableReasonAtAnyAmount(serviceChannel, payment, direct) ?? amountUnavailableReason(serviceChannel, payment);
}

/** Why the channel cannot be used for the payment at any amount. null when it can be used at some amount. */
export function channelUnavailableReasonAtAnyAmount(
  serviceChannel: ServiceChannel,
  { currency, country }: PaymentProperties,
  direct: boolean,
): string | null {
  const { id, countries } = serviceChannel.channel;
  if (!serviceChannel.enabled) return `The channel ${id} is not enabled for this service.`;
  if (!serviceChannel.connector) return `The channel ${id} is not connected at the moment.`;
  if (!direct && isOnlyDirect(id)) return `The channel ${id} can only be used as directChannel.`;
  if (!serviceChannel.currencies.includes(currency))
    return `The channel ${id} takes ${serviceChannel.currencies.join(', ')}, not ${currency}.`;
  if (countries && country !== null && !countries.includes(country))
    return `The channel ${id} serves payers in ${countries.join(', ')} only.`;
  return null;
}

function amountUnavailableReason(
  { channel: { id }, minMinor, maxMinor }: ServiceChannel,
  { amountMinor, currency }: PaymentProperties,
): string | null {
  if (id === RECURRING_CHANNEL && amountMinor === 0) return null;
  if (amountMinor >= minMinor && amountMinor <= maxMinor && amountMinor > 0) return null;
  return `The channel ${id} takes amounts from ${formatAmount(minMinor)} to ${formatAmount(maxMinor)} ${currency}.`;
}
