import { isMembers } from './notification-body.js';

/** The order in which notifications without a type are signed. A body has one of the two names of the service's id. */
const ORDER =
  'id serviceId service_id status values values.net values.gross values.partner returns returns.complete returns.failure control number_from provider signature'.split(
    ' ',
  );
/** The outer members of all others. */
const TYPED_ORDER = ['type', 'notification_id', 'date', 'data', 'signature'];

/** The members in the order in which they are signed. Unknown ones come last. */
export function inContractOrder(value: unknown, at = ''): unknown {
  if (!isMembers(value)) return value;
  const isTyped = at === '' && Object.hasOwn(value, 'type');
  const names = isTyped ? TYPED_ORDER : ORDER;
  const placeOf = (name: string): number => (names.includes(at + name) ? names.indexOf(at + name) : names.length);
  const sorted = Object.entries(value).sort(([one], [other]) => placeOf(one) - placeOf(other));
  return Object.fromEntries(sorted.map(([name, each]) => [name, isTyped ? each : inContractOrder(each, `${at}${name}.`)]));
}
