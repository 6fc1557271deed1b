import { invalidField } from '../errors/domain-error.js';
import { fieldsOf, type RequestClass } from './declared-fields.js';
import { isObject } from './pick-declared-fields.js';

/**
 * Rejects a body with a list that is longer than its class allows. It runs before the other rules, because these check each element. Lists in the
 * elements of a list are not searched; no request has them.
 * @throws DomainError VALIDATION_ERROR on the first such list
 */
export function rejectLongLists(body: unknown, requestClass: RequestClass, prefix = ''): void {
  if (!isObject(body)) return;
  for (const { name, shape, maxItems } of fieldsOf(requestClass).values()) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (typeof shape === 'object' && 'object' in shape) rejectLongLists(value, shape.object(), `${prefix}${name}.`);
    if (maxItems !== undefined && Array.isArray(value) && value.length > maxItems)
      throw invalidField(`${prefix}${name}`, `The ${name} must not have more than ${maxItems} items.`);
  }
}
