import type { FieldErrors } from '../../../common/errors/domain-error.js';
import type { ServiceChannel } from '../channels/service-channel.js';
import { channelUnavailableReasonAtAnyAmount } from '../channels/channel-availability.js';
import { channelOffer } from '../transactions/create/channel-offer.js';
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
  const [min, max] = [amountMinor ?? link.minMinor ?? 1, amountMinor ?? link.maxMinor ?? Infinity];
  const sale = { amountMinor: amountMinor ?? link.minMinor ?? link.maxMinor ?? 1, currency, country: null };
  const accepting = channels.filter(
    (offer) => channelUnavailableReasonAtAnyAmount(offer, sale, false) === null && offer.minMinor <= max && offer.maxMinor >= min,
  );
  if (accepting.length === 0) return { errors: unpayableErrors(channels, sale, link) };
  return {
    minMinor: Math.max(min, Math.min(...accepting.map(({ minMinor }) => minMinor))),
    maxMinor: Math.min(max, Math.max(...accepting.map(({ maxMinor }) => maxMinor))),
  };
}

/** The errors that a payment would get, under the names of the link's fields. */
function unpayableErrors(
  channels: readonly ServiceChannel[],
  sale: Parameters<typeof channelOffer>[1],
  { amountMinor, minMinor }: Amounts,
): FieldErrors {
  const offer = channelOffer(channels, sale, {});
  const { amount, ...others } = 'errors' in offer ? offer.errors : {};
  const field = amountMinor !== null ? 'amount' : minMinor !== null ? 'minAmount' : 'maxAmount';
  return amount ? { ...others, [field]: amount } : others;
}
