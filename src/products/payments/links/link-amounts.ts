import type { FieldErrors } from '../../../common/errors/domain-error.js';
import type { ServiceChannel } from '../channels/service-channel.js';
import { channelUnavailableReasonAtAnyAmount } from '../channels/channel-availability.js';
import { channelOffer } from '../transactions/create/channel-offer.js';
import type { LinkTerms } from './link-terms.js';

type Amounts = Pick<LinkTerms, 'amountMinor' | 'minMinor' | 'maxMinor' | 'currency'>;

/** What a payer of a link may pay, both ends included; the same for a fixed amount. */
export interface LinkAmounts {
  minMinor: number;
  maxMinor: number;
}

/** Or why no channel of the service can take a payment of the link. */
export function linkAmounts(channels: readonly ServiceChannel[], link: Amounts): LinkAmounts | { errors: FieldErrors } {
  const { amountMinor, currency } = link;
  const [least, most] = [amountMinor ?? link.minMinor ?? 1, amountMinor ?? link.maxMinor ?? Infinity];
  const sale = { amountMinor: amountMinor ?? link.minMinor ?? link.maxMinor ?? 1, currency, country: null };
  const taking = channels.filter(
    (offer) => channelUnavailableReasonAtAnyAmount(offer, sale, false) === null && offer.minMinor <= most && offer.maxMinor >= least,
  );
  if (taking.length === 0) return { errors: whyNone(channels, sale, link) };
  return {
    minMinor: Math.max(least, Math.min(...taking.map(({ minMinor }) => minMinor))),
    maxMinor: Math.min(most, Math.max(...taking.map(({ maxMinor }) => maxMinor))),
  };
}

/** The reasons of a payment, named after the fields of a link. */
function whyNone(
  channels: readonly ServiceChannel[],
  sale: Parameters<typeof channelOffer>[1],
  { amountMinor, minMinor }: Amounts,
): FieldErrors {
  const offer = channelOffer(channels, sale, {});
  const { amount, ...others } = 'errors' in offer ? offer.errors : {};
  const field = amountMinor !== null ? 'amount' : minMinor !== null ? 'minAmount' : 'maxAmount';
  return amount ? { ...others, [field]: amount } : others;
}
