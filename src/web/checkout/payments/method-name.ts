import { channelOf } from '../../../connectors/channels/catalogue/channel-catalogue.js';
import type { ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import type { PaymentTexts } from './texts/texts.en.js';

/** A method as payers call it: names of brands are the same in all languages. */
export function methodName(id: ChannelId, t: PaymentTexts): string {
  if (id === 'blik-recurrent') return t.agreement.method;
  return id === 'card' ? t.card : channelOf(id).name;
}

/** Where a payer is sent to: what the page says of it depends on its kind. */
export function placeOf(id: ChannelId): 'bank' | 'card' | 'other' {
  if (channelOf(id).type === 'transfer') return 'bank';
  return id === 'card' ? 'card' : 'other';
}
