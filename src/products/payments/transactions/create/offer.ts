import type { FieldErrors } from '../../../../common/errors/domain-error.js';
import type { ChannelId } from '../../../../connectors/channels/catalogue/channel-ids.js';
import { typesWanted } from '../../channels/channel-choice.request.js';
import type { CreatePaymentRequest } from './create-payment.request.js';
import type { ServiceChannel } from '../../channels/service-channel.js';
import { type Sale, whyUnusable } from '../../channels/why-unusable.js';

/** What payers may choose among, or why there is nothing. */
export type Offer = { channels: ChannelId[] } | { errors: FieldErrors };

type Choice = Pick<CreatePaymentRequest, 'directChannel' | 'channels' | 'channelTypes'>;

/** The channels that are left of a service's for one sale. */
export function offerOf(channels: readonly ServiceChannel[], sale: Sale, choice: Choice): Offer {
  if (choice.directChannel) return directOffer(channels, sale, choice.directChannel);
  const types = typesWanted(choice.channelTypes);
  const wanted = channels.filter(({ channel }) => (choice.channels?.includes(channel.id) ?? true) && types.includes(channel.type));
  const judged = wanted.map((offer) => ({ id: offer.channel.id, enabled: offer.enabled, why: whyUnusable(offer, sale, false) }));
  const usable = judged.filter(({ why }) => why === null).map(({ id }) => id);
  if (usable.length > 0) return { channels: inOrder(usable, choice.channels ?? []) };
  // A partner who named none is not told of every channel that he does not have.
  const named = Boolean(choice.channels ?? choice.channelTypes);
  const reasons = judged.filter(({ enabled }) => named || enabled).map(({ why }) => why ?? '');
  return { errors: { channels: reasons.length > 0 ? reasons : ['No channel can be used for this payment.'] } };
}

/** As the partner named them; otherwise as the catalogue has them. */
function inOrder(ids: readonly ChannelId[], named: readonly string[]): ChannelId[] {
  return ids.toSorted((one, other) => named.indexOf(one) - named.indexOf(other));
}

function directOffer(channels: readonly ServiceChannel[], sale: Sale, id: ChannelId): Offer {
  const offer = channels.find(({ channel }) => channel.id === id);
  const why = offer ? whyUnusable(offer, sale, true) : `There is no channel ${id}.`;
  return why === null ? { channels: [id] } : { errors: { directChannel: [why] } };
}
