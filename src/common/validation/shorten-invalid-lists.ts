import { MAX_LISTED_ERRORS } from '../errors/domain-error.js';
import { buildValidRequest } from './build-valid-request.js';
import { fieldsOf, type RequestClass } from './declared-fields.js';
import { isObject } from './pick-declared-fields.js';

/**
 * Cuts each list of a rejected body after its 20th invalid item, so that a small request does not cause much work and a huge response. Only the
 * body's own fields are cut; no request has long lists elsewhere.
 * @param declaredFields the result of `pickDeclaredFields`
 * @returns the same object when no list is cut
 */
export function shortenInvalidLists(requestClass: RequestClass, declaredFields: unknown): unknown {
  if (!isObject(declaredFields)) return declaredFields;
  const shortened: Record<string, unknown> = {};
  for (const [name, { shape }] of fieldsOf(requestClass)) {
    const list = declaredFields[name];
    if (typeof shape !== 'object' || !('list' in shape) || !Array.isArray(list)) continue;
    const end = indexAfterInvalidItems(list, shape.list());
    if (end < list.length) shortened[name] = list.slice(0, end);
  }
  return Object.keys(shortened).length > 0 ? { ...declaredFields, ...shortened } : declaredFields;
}

function indexAfterInvalidItems(list: readonly unknown[], itemClass: RequestClass): number {
  let invalidCount = 0;
  const last = list.findIndex((item) => {
    if (!buildValidRequest(itemClass, item)) invalidCount += 1;
    return invalidCount === MAX_LISTED_ERRORS;
  });
  return last < 0 ? list.length : last + 1;
}
