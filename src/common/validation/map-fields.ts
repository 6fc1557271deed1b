import { fieldsOf, type DeclaredField, type RequestClass } from './declared-fields.js';
import { isObject } from './pick-declared-fields.js';

type Siblings = Readonly<Record<string, unknown>>;
/** @param siblings the input object that contains the field. */
type FieldMap = (input: unknown, field: DeclaredField, siblings: Siblings) => unknown;

/**
 * Replaces each declared field that is present by the result of `map`, inner fields first. Undeclared members stay. An object without a change is
 * returned itself, not as a copy.
 */
export function mapFields(value: unknown, requestClass: RequestClass, map: FieldMap): unknown {
  if (!isObject(value)) return value;
  const changed: Record<string, unknown> = {};
  for (const [name, field] of fieldsOf(requestClass)) {
    if (!Object.hasOwn(value, name)) continue;
    const input = value[name];
    const mapped = map(mapNestedFields(input, field, map), field, value);
    if (mapped !== input) changed[name] = mapped;
  }
  return Object.keys(changed).length === 0 ? value : { ...value, ...changed };
}

function mapNestedFields(input: unknown, { shape }: DeclaredField, map: FieldMap): unknown {
  if (typeof shape === 'string') return input;
  if ('object' in shape) return mapFields(input, shape.object(), map);
  if (!Array.isArray(input)) return input;
  const mapped = input.map((element: unknown) => mapFields(element, shape.list(), map));
  return mapped.some((element, index) => element !== input[index]) ? mapped : input;
}
