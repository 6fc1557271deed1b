import type { RequestClass } from './field.decorator.js';
import { type PresentField, mapFields } from './map-fields.js';
import { emptyAsAbsentFields } from './optional-fields.js';
import { normalizers } from './normalize.decorator.js';

/**
 * Normalizes a request body. Partners' PHP programs send an empty text for an empty form field, and `[]` for an empty object. In an optional
 * field, both become null. Fields with `Normalize` get their normal form. Members that the class does not declare stay.
 */
export function normalizeBody(body: unknown, requestClass: RequestClass): unknown {
  return mapFields(body, requestClass, (value, field) => (isEmpty(value, field) ? null : normalize(value, field)));
}

function isEmpty(value: unknown, { name, shape, declaringClass }: PresentField): boolean {
  const holdsObject = typeof shape === 'object' && 'object' in shape;
  const isEmptyValue = value === '' || (holdsObject && Array.isArray(value) && value.length === 0);
  return isEmptyValue && emptyAsAbsentFields(declaringClass).has(name);
}

function normalize(value: unknown, { name, declaringClass, siblings }: PresentField): unknown {
  const normalizer = typeof value === 'string' ? normalizers.forClass(declaringClass).get(name) : undefined;
  return normalizer ? normalizer(value as string, siblings) : value;
}
