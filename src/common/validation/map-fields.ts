import { fieldsOf, type FieldShape, type RequestClass } from './field.decorator.js';
import { isObject } from './pick-declared-fields.js';

/** A field of an object that was given. */
export interface PresentField {
  readonly name: string;
  readonly shape: FieldShape;
  /** The class that declares it, and the object that it was given in. */
  readonly of: RequestClass;
  readonly siblings: Readonly<Record<string, unknown>>;
}

type FieldMap = (given: unknown, field: PresentField) => unknown;

/**
 * Replaces each declared field by what `map` returns for it, inner fields first. Undeclared members stay. An object without a change is
 * returned itself, not a copy.
 */
export function mapFields(value: unknown, requestClass: RequestClass, map: FieldMap): unknown {
  if (!isObject(value)) return value;
  const changed: Record<string, unknown> = {};
  for (const [name, shape] of fieldsOf(requestClass)) {
    if (!Object.hasOwn(value, name)) continue;
    const given = value[name];
    const made = map(mapWithin(given, shape, map), { name, shape, of: requestClass, siblings: value });
    if (made !== given) changed[name] = made;
  }
  return Object.keys(changed).length === 0 ? value : { ...value, ...changed };
}

function mapWithin(given: unknown, shape: FieldShape, map: FieldMap): unknown {
  if (typeof shape === 'string') return given;
  if ('object' in shape) return mapFields(given, shape.object(), map);
  if (!Array.isArray(given)) return given;
  const made = given.map((element: unknown) => mapFields(element, shape.list(), map));
  return made.some((element, index) => element !== given[index]) ? made : given;
}
