import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { MarkPlaces } from '../../../products/payments/marks/mark-sprite.js';
import type { PayerChannel, PayerPayment } from '../../../products/payments/checkout/payment-page.js';
import type { SubmittedValues } from './checkout-problem.js';
import { type RequestedField, fieldName, isRequested } from './requested-field.js';
import { methodGroups } from './method-groups.js';
import { type MethodMark, methodMark } from './method-mark.js';
import { methodName } from './method-name.js';
import type { PaymentTexts } from '../../languages/texts.js';

/** The `autocomplete` attribute of each field. */
const AUTOCOMPLETE: Record<RequestedField, string> = { name: 'name', email: 'email', document: 'off', country: 'country' };

/** With more banks than this, the page has a search field. */
const MAX_AT_A_GLANCE = 8;
/** Number of methods of a group that are not hidden under "more", so that the groups below stay within reach. */
const MAX_IN_A_GROUP = 6;

/**
 * The groups of methods, each method with the fields that it requires. The first method is preselected if it takes a code (BLIK, which most
 * payers want) or is the only one.
 * @param around `remembered`: the method that this browser remembers from an earlier payment
 */
export function methodChoice(
  { channels, channel: last }: PayerPayment,
  typed: SubmittedValues | null,
  { remembered, marks }: { remembered: ChannelId | null; marks: MarkPlaces | null },
  t: PaymentTexts,
) {
  const wanted = typed?.channel ?? last ?? remembered;
  const isOffered = channels.some(({ id }) => id === wanted);
  const groups = methodGroups(channels, remembered);
  const first = groups[0]?.channels[0];
  const byDefault = first && (first.takesCode || channels.length === 1) ? first.id : null;
  const chosen = isOffered ? wanted : byDefault;
  return groups.map(({ group, channels: members }) => {
    const methods = members.map((member) =>
      shownMethod(
        member,
        { isFirst: member.id === first?.id, checked: member.id === chosen, mark: methodMark(member.id, marks) },
        typed,
        t,
      ),
    );
    const shown = methods.length > MAX_IN_A_GROUP + 1 ? MAX_IN_A_GROUP : methods.length; // a single further method is not hidden
    const more = methods.slice(shown);
    return {
      name: t.groups[group],
      isSearched: group === 'transfer' && members.length > MAX_AT_A_GLANCE,
      elsewhere: groups.filter((other) => other.group !== group && other.group !== 'last').map((other) => t.groups[other.group]),
      methods: methods.slice(0, shown),
      more,
      isMoreOpen: more.some(({ checked }) => checked),
    };
  });
}

function shownMethod(
  { id, missing, takesCode }: PayerChannel,
  state: { isFirst: boolean; checked: boolean; mark: MethodMark },
  typed: SubmittedValues | null,
  t: PaymentTexts,
) {
  return {
    id,
    ...state,
    name: methodName(id, t),
    takesCode,
    fields: missing.filter(isRequested).map((field) => ({
      id: fieldName(field, id),
      label: t.details[field].label,
      type: field === 'email' ? 'email' : 'text',
      autocomplete: AUTOCOMPLETE[field],
      value: (typed?.channel === id && typed.details[field]) || '',
    })),
  };
}
