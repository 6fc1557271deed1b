import type { FieldErrors } from '../../../common/errors/domain-error.js';
import type { ServiceChannel } from '../payment-methods/service-channel.js';
import { channelUnavailableReasonAtAnyAmount } from '../payment-methods/channel-availability.js';
import { channelOffer } from '../payments/create/channel-offer.js';
import type { LinkTerms } from './link-terms.js';

type Amounts = Pick<LinkTerms, 'amountMinor' | 'minMinor' | 'maxMinor' | 'currency'>;

/** The amounts that a payer of a link may pay, both bounds included. For a fixed amount both bounds are equal. */
export interface LinkAmounts {
  minMinor: number;
  maxMinor: number;
}

/** @returns the amounts, or the errors by field when no channel of the service accepts a payment of the link. */
export function linkAmounts(channels: readonly ServiceChannel[], link: Amounts): LinkAmounts | { errors: FieldErrors } {
  const { amountMinor, currency } = link;
  // 1 is the smallest amount of a payment.
  const [min, max] = [amountMinor ?? link.minMinor ?? 1, amountMinor ?? link.maxMinor ?? Infinity];
  const payment = { amountMinor: amountMinor ?? link.minMinor ?? link.maxMinor ?? 1, currency, country: null };
  const acceptingChannels = channels.filter(
    (serviceChannel) =>
      channelUnavailableReasonAtAnyAmount(serviceChannel, payment, false) === null &&
      serviceChannel.minMinor <= max &&
      serviceChannel.maxMinor >= min,
  );
  if (acceptingChannels.length === 0) return { errors: unpayableErrors(channels, payment, link) };
  return {
    minMinor: Math.max(min, Math.min(...acceptingChannels.map(({ minMinor }) => minMinor))),
    maxMinor: Math.min(max, Math.max(...acceptingChannels.map(({ maxMinor }) => maxMinor))),
  };
}

/** The errors that a payment would get, under the names of the link's fields. */
function unpayableErrors(
  channels: readonly ServiceChannel[],
  payment: Parameters<typeof channelOffer>[1],
  { amountMinor, minMinor }: Amounts,
): FieldErrors {
  const offer = channelOffer(channels, payment, {});
  const { amount, ...others } = 'errors' in offer ? offer.errors : {};
  const field = amountMinor !== null ? 'amount' : minMinor !== null ? 'minAmount' : 'maxAmount';
  return amount ? { ...others, [field]: amount } : others;
}
