import type { ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import type { PaymentPage } from '../../../products/payments/checkout/payment-page.js';
import type { Typed } from './checkout-problem.js';
import { type AskedField, fieldName, isAsked } from './asked-field.js';
import { methodGroups } from './method-groups.js';
import { methodName } from './method-name.js';
import type { PaymentTexts } from './texts/texts.en.js';

/** How browsers fill a field in by themselves. */
const AUTOCOMPLETE: Record<AskedField, string> = { name: 'name', email: 'email', document: 'off', country: 'country' };

/** As many banks as can be looked over without a search. */
const MOST_AT_A_GLANCE = 8;

/**
 * Everything that can be chosen, with what each method wants to know. The first one is chosen already where it is BLIK, which most want.
 * @param remembered what this browser's payer chose for an earlier payment
 */
export function methodChoice({ channels, channel: last }: PaymentPage, typed: Typed | null, remembered: ChannelId | null, t: PaymentTexts) {
  const wanted = typed?.channel ?? last ?? remembered;
  const isOffered = channels.some(({ id }) => id === wanted);
  const groups = methodGroups(channels, remembered);
  const first = groups[0]?.channels[0];
  const byDefault = first && (first.takesCode || channels.length === 1) ? first.id : null;
  return groups.map(({ group, channels: members }) => ({
    name: t.groups[group],
    isSearched: group === 'transfer' && members.length > MOST_AT_A_GLANCE,
    methods: members.map(({ id, missing, takesCode }) => ({
      id,
      name: methodName(id, t),
      takesCode,
      isFirst: id === first?.id,
      checked: id === (isOffered ? wanted : byDefault),
      fields: missing.filter(isAsked).map((field) => ({
        id: fieldName(field, id),
        label: t.details[field].label,
        type: field === 'email' ? 'email' : 'text',
        autocomplete: AUTOCOMPLETE[field],
        value: (typed?.channel === id && typed.details[field]) || '',
      })),
    })),
  }));
}
