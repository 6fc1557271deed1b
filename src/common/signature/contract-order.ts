import { isMembers } from './notification-body.js';

/** The signed order of members in notifications without a type. A body has only one of the two names of the service's id. */
const ORDER =
  'id serviceId service_id status values values.net values.gross values.partner returns returns.complete returns.failure control number_from provider signature'.split(
    ' ',
  );
/** The outer members of notifications with a type. */
const TYPED_ORDER = ['type', 'notification_id', 'date', 'data', 'signature'];

/**
 * Puts the members into the order in which members are signed. Unknown members come last.
 * @param path the path of `value` with a dot at its end; empty for the whole body.
 */
export function sortInContractOrder(value: unknown, path = ''): unknown {
  if (!isMembers(value)) return value;
  const isTyped = path === '' && Object.hasOwn(value, 'type');
  const names = isTyped ? TYPED_ORDER : ORDER;
  const indexOf = (name: string): number => (names.includes(path + name) ? names.indexOf(path + name) : names.length);
  const sorted = Object.entries(value).sort(([first], [second]) => indexOf(first) - indexOf(second));
  return Object.fromEntries(sorted.map(([name, member]) => [name, isTyped ? member : sortInContractOrder(member, `${path}${name}.`)]));
}
