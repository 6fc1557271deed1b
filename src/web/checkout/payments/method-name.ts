import { channelOf } from '../../../connectors/acquirers/catalogue/channel-catalogue.js';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { PaymentTexts } from '../../languages/texts.js';

/** A method's name for payers. Brand names are the same in all languages. */
export function methodName(id: ChannelId, t: PaymentTexts): string {
  if (id === 'blik-recurrent') return t.agreement.method;
  return id === 'card' ? t.card : channelOf(id).name;
}

/** The kind of page to which a channel redirects payers, for the text before the redirect. */
export function redirectTargetOf(id: ChannelId): 'bank' | 'card' | 'other' {
  if (channelOf(id).type === 'transfer') return 'bank';
  return id === 'card' ? 'card' : 'other';
}
