import type { RequestClass } from './field.decorator.js';
import { type PresentField, mapFields } from './map-fields.js';
import { emptyAsAbsentFields } from './optional-fields.js';
import { normalizers } from './normalize.decorator.js';

/**
 * A body as its sender means it. Shops in PHP send an empty text for a form field that was left empty, and `[]` for an empty object: for an
 * optional field both mean that it is absent. Fields with `Normalize` get their normal form. Members that the class does not declare stay.
 */
export function normalizeBody(body: unknown, requestClass: RequestClass): unknown {
  return mapFields(body, requestClass, (given, field) => (isEmpty(given, field) ? null : read(given, field)));
}

function isEmpty(given: unknown, { name, shape, of }: PresentField): boolean {
  const holdsObject = typeof shape === 'object' && 'object' in shape;
  const empty = given === '' || (holdsObject && Array.isArray(given) && given.length === 0);
  return empty && emptyAsAbsentFields(of).has(name);
}

function read(given: unknown, { name, of, siblings }: PresentField): unknown {
  const reader = typeof given === 'string' ? normalizers.of(of).get(name) : undefined;
  return reader ? reader(given as string, siblings) : given;
}
