import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { SpriteLayout } from '../../../products/payments/payment-methods/marks/mark-sprite.js';
import type { PayerChannel, PayerPayment } from '../../../products/payments/checkout/payment-page.js';
import type { SubmittedValues } from './checkout-problem.js';
import { type RequestedField, fieldName, isRequestedField } from './requested-field.js';
import { methodGroups } from './method-groups.js';
import { type MethodMark, methodMark } from './method-mark.js';
import { methodName } from './method-name.js';
import type { PaymentTexts } from '../../languages/texts.js';

/** The HTML attribute `autocomplete` of each field. HTML has no value for a national number such as CPF. */
const AUTOCOMPLETE: Record<RequestedField, string> = { name: 'name', email: 'email', document: 'off', country: 'country' };

/** With more banks than this, the page has a search field. */
const MAX_BANKS_WITHOUT_SEARCH = 8;
/** Further methods of a group are hidden under "more", so that the groups below stay within reach. */
const MAX_VISIBLE_IN_GROUP = 6;

/**
 * The groups of methods, each method with the fields that it requires. Preselected is the method of the sent form, otherwise of the last
 * attempt, otherwise the remembered one. Without such a method, or if it is not offered, the first method is preselected if it takes a code
 * (BLIK, which most payers want) or is the only one.
 * @param submitted the values of the form with errors
 * @param context `remembered`: the method that this browser remembers from an earlier payment
 */
export function methodChoice(
  { channels, channel: lastChannel }: PayerPayment,
  submitted: SubmittedValues | null,
  { remembered, marks }: { remembered: ChannelId | null; marks: SpriteLayout | null },
  t: PaymentTexts,
) {
  const preferredId = submitted?.channel ?? lastChannel ?? remembered;
  const isOffered = channels.some(({ id }) => id === preferredId);
  const groups = methodGroups(channels, remembered);
  const first = groups[0]?.channels[0];
  const defaultId = first && (first.takesCode || channels.length === 1) ? first.id : null;
  const checkedId = isOffered ? preferredId : defaultId;
  return groups.map(({ group, channels: members }) => {
    const methods = members.map((member) =>
      methodView(
        member,
        { isFirst: member.id === first?.id, checked: member.id === checkedId, mark: methodMark(member.id, marks) },
        submitted,
        t,
      ),
    );
    // A single further method is not hidden.
    const visibleCount = methods.length > MAX_VISIBLE_IN_GROUP + 1 ? MAX_VISIBLE_IN_GROUP : methods.length;
    const more = methods.slice(visibleCount);
    return {
      name: t.groups[group],
      isSearched: group === 'transfer' && members.length > MAX_BANKS_WITHOUT_SEARCH,
      otherGroups: groups.filter((other) => other.group !== group && other.group !== 'last').map((other) => t.groups[other.group]),
      methods: methods.slice(0, visibleCount),
      more,
      isMoreOpen: more.some(({ checked }) => checked),
    };
  });
}

function methodView(
  { id, missing, takesCode }: PayerChannel,
  state: { isFirst: boolean; checked: boolean; mark: MethodMark },
  submitted: SubmittedValues | null,
  t: PaymentTexts,
) {
  return {
    id,
    ...state,
    name: methodName(id, t),
    takesCode,
    fields: missing.filter(isRequestedField).map((field) => ({
      id: fieldName(field, id),
      label: t.details[field].label,
      type: field === 'email' ? 'email' : 'text',
      autocomplete: AUTOCOMPLETE[field],
      value: (submitted?.channel === id && submitted.details[field]) || '',
    })),
  };
}
