import type { RequestClass } from './field.decorator.js';
import { type GivenField, mapFields } from './map-fields.js';
import { emptiableFields } from './optional-fields.js';
import { readers } from './read-as.decorator.js';

/**
 * A body as its sender means it. Shops in PHP send an empty text for a form field that was left empty, and `[]` for an empty object: for an
 * optional field both mean that it is absent. Fields with `ReadAs` get their normal form. Members that the class does not declare stay.
 */
export function asMeant(body: unknown, requestClass: RequestClass): unknown {
  return mapFields(body, requestClass, (given, field) => (isEmpty(given, field) ? null : read(given, field)));
}

function isEmpty(given: unknown, { name, shape, of }: GivenField): boolean {
  const holdsObject = typeof shape === 'object' && 'object' in shape;
  const empty = given === '' || (holdsObject && Array.isArray(given) && given.length === 0);
  return empty && emptiableFields(of).has(name);
}

function read(given: unknown, { name, of, siblings }: GivenField): unknown {
  const reader = typeof given === 'string' ? readers.of(of).get(name) : undefined;
  return reader ? reader(given as string, siblings) : given;
}
