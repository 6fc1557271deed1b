import type { ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import type { PayerChannel, PaymentPage } from '../../../products/payments/checkout/payment-page.js';
import type { Typed } from './checkout-problem.js';
import { type AskedField, fieldName, isAsked } from './asked-field.js';
import { methodGroups } from './method-groups.js';
import { methodName } from './method-name.js';
import type { PaymentTexts } from './texts/texts.en.js';

/** How browsers fill a field in by themselves. */
const AUTOCOMPLETE: Record<AskedField, string> = { name: 'name', email: 'email', document: 'off', country: 'country' };

/** As many banks as can be looked over without a search. */
const MOST_AT_A_GLANCE = 8;
/** As many of one kind as are shown at once, so that what stands below them is not far. The service's order says which: the most used first. */
const MOST_IN_A_GROUP = 6;

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
  const chosen = isOffered ? wanted : byDefault;
  return groups.map(({ group, channels: members }) => {
    const methods = members.map((member) =>
      shownMethod(member, { isFirst: member.id === first?.id, checked: member.id === chosen }, typed, t),
    );
    const shown = methods.length > MOST_IN_A_GROUP + 1 ? MOST_IN_A_GROUP : methods.length; // nothing folds for one
    const more = methods.slice(shown);
    return {
      name: t.groups[group],
      isSearched: group === 'transfer' && members.length > MOST_AT_A_GLANCE,
      elsewhere: groups.filter((other) => other.group !== group && other.group !== 'last').map((other) => t.groups[other.group]),
      methods: methods.slice(0, shown),
      more,
      isMoreOpen: more.some(({ checked }) => checked),
    };
  });
}

function shownMethod(
  { id, missing, takesCode }: PayerChannel,
  state: { isFirst: boolean; checked: boolean },
  typed: Typed | null,
  t: PaymentTexts,
) {
  return {
    id,
    ...state,
    name: methodName(id, t),
    takesCode,
    fields: missing.filter(isAsked).map((field) => ({
      id: fieldName(field, id),
      label: t.details[field].label,
      type: field === 'email' ? 'email' : 'text',
      autocomplete: AUTOCOMPLETE[field],
      value: (typed?.channel === id && typed.details[field]) || '',
    })),
  };
}
