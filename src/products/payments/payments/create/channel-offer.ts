import type { FieldErrors } from '../../../../common/errors/domain-error.js';
import { formatAmount } from '../../../../common/money/amount.js';
import type { ChannelId } from '../../../../connectors/acquirers/catalogue/channel-ids.js';
import { requestedTypes } from '../../payment-methods/channel-choice.request.js';
import type { CreatePaymentRequest } from './create-payment.request.js';
import type { ServiceChannel } from '../../payment-methods/service-channel.js';
import {
  type PaymentProperties,
  channelUnavailableReason,
  channelUnavailableReasonAtAnyAmount,
} from '../../payment-methods/channel-availability.js';

/** The channels that a payer may choose from, or the errors when there are none. */
export type ChannelOffer = { channels: ChannelId[] } | { errors: FieldErrors };

type Choice = Pick<CreatePaymentRequest, 'directChannel' | 'channels' | 'channelTypes'>;

export function channelOffer(channels: readonly ServiceChannel[], payment: PaymentProperties, choice: Choice): ChannelOffer {
  const { directChannel, channels: ids, channelTypes } = choice;
  const types = requestedTypes(channelTypes);
  const isRequested = ({ channel: { id, type } }: ServiceChannel): boolean =>
    directChannel ? id === directChannel : (ids?.includes(id) ?? true) && types.includes(type);
  const requested = channels.filter(isRequested);
  const isDirect = Boolean(directChannel);
  const usable = requested.filter((offer) => channelUnavailableReason(offer, payment, isDirect) === null).map(({ channel }) => channel.id);
  if (usable.length > 0) return { channels: sortByRequest(usable, ids ?? []) };
  const usableAtOtherAmounts = requested.filter((offer) => channelUnavailableReasonAtAnyAmount(offer, payment, isDirect) === null);
  if (usableAtOtherAmounts.length > 0) return { errors: { amount: [amountMessage(usableAtOtherAmounts, payment)] } };
  const reasons = (offers: ServiceChannel[]): string[] =>
    offers.map((offer) => channelUnavailableReasonAtAnyAmount(offer, payment, isDirect) ?? '');
  if (directChannel)
    return { errors: { directChannel: requested.length > 0 ? reasons(requested) : [`There is no channel ${directChannel}.`] } };
  if (ids ?? channelTypes) return { errors: { channels: orDefaultMessage(reasons(requested)) } };
  // A partner who named no channels gets no reasons for channels that the service has not enabled.
  const enabledChannels = requested.filter(({ enabled }) => enabled);
  const currencies = [...new Set(enabledChannels.flatMap((offer) => offer.currencies))].sort();
  return enabledChannels.length > 0 && !currencies.includes(payment.currency)
    ? { errors: { currency: [`The channels of this service take ${currencies.join(', ')}, not ${payment.currency}.`] } }
    : { errors: { channels: orDefaultMessage(reasons(enabledChannels)) } };
}

/** Sorts ids in the order of the partner's ids. If the partner sent none, the order of the catalogue stays. */
function sortByRequest(ids: readonly ChannelId[], requestedIds: readonly string[]): ChannelId[] {
  return ids.toSorted((a, b) => requestedIds.indexOf(a) - requestedIds.indexOf(b));
}

const orDefaultMessage = (reasons: string[]): string[] => (reasons.length > 0 ? reasons : ['No channel can be used for this payment.']);

/** One message for any number of channels. Ranges that overlap or touch are joined. */
function amountMessage(offers: readonly ServiceChannel[], { currency }: PaymentProperties): string {
  const ranges = offers
    .toSorted((a, b) => a.minMinor - b.minMinor)
    .reduce<{ min: number; max: number }[]>((joined, { minMinor: min, maxMinor: max }) => {
      const last = joined.at(-1);
      if (!last || min > last.max + 1) return [...joined, { min, max }];
      return [...joined.slice(0, -1), { min: last.min, max: Math.max(last.max, max) }];
    }, []);
  const subject = offers.length === 1 ? `The channel ${offers[0]?.channel.id} takes` : 'The channels of this payment take';
  return `${subject} amounts ${ranges.map(({ min, max }) => `from ${formatAmount(min)} to ${formatAmount(max)}`).join(' or ')} ${currency}.`;
}
