import type { DeclaredField, RequestClass } from './declared-fields.js';
import { mapFields } from './map-fields.js';

/**
 * Fields in which an empty text is always an error. For an empty currency the default would be a guess. An empty amount must not refund the whole
 * payment.
 */
export const NON_EMPTY_FIELDS: readonly string[] = ['amount', 'currency'];

/**
 * Normalizes a request body. Partners' PHP programs send an empty text for an empty form field, and `[]` for an empty object. In an optional
 * field, both become null. A field with several spellings gets its normal form. Members that the class does not declare stay.
 */
export function normalizeBody(body: unknown, requestClass: RequestClass): unknown {
  return mapFields(body, requestClass, (value, field, siblings) => {
    if (isAbsent(value, field)) return null;
    return typeof value === 'string' && field.normalize ? field.normalize(value, siblings) : value;
  });
}

function isAbsent(value: unknown, { name, shape, isOptional }: DeclaredField): boolean {
  const isObjectField = typeof shape === 'object' && 'object' in shape;
  const isEmpty = value === '' || (isObjectField && Array.isArray(value) && value.length === 0);
  return isEmpty && isOptional && !NON_EMPTY_FIELDS.includes(name);
}
