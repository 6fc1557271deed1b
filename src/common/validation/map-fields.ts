import { fieldsOf, type FieldShape, type RequestClass } from './field.decorator.js';
import { isObject } from './pick-declared-fields.js';

/** A declared field that is present in the input. */
export interface PresentField {
  readonly name: string;
  readonly shape: FieldShape;
  /** The class that declares the field. */
  readonly declaringClass: RequestClass;
  /** The input object that contains the field. */
  readonly siblings: Readonly<Record<string, unknown>>;
}

type FieldMap = (input: unknown, field: PresentField) => unknown;

/**
 * Replaces each declared field by the result of `map`, inner fields first. Undeclared members stay. An object without a change is returned
 * itself, not as a copy.
 */
export function mapFields(value: unknown, requestClass: RequestClass, map: FieldMap): unknown {
  if (!isObject(value)) return value;
  const changed: Record<string, unknown> = {};
  for (const [name, shape] of fieldsOf(requestClass)) {
    if (!Object.hasOwn(value, name)) continue;
    const input = value[name];
    const mapped = map(mapNestedFields(input, shape, map), { name, shape, declaringClass: requestClass, siblings: value });
    if (mapped !== input) changed[name] = mapped;
  }
  return Object.keys(changed).length === 0 ? value : { ...value, ...changed };
}

function mapNestedFields(input: unknown, shape: FieldShape, map: FieldMap): unknown {
  if (typeof shape === 'string') return input;
  if ('object' in shape) return mapFields(input, shape.object(), map);
  if (!Array.isArray(input)) return input;
  const mapped = input.map((element: unknown) => mapFields(element, shape.list(), map));
  return mapped.some((element, index) => element !== input[index]) ? mapped : input;
}
