export type RequestClass = abstract new () => object;

/**
 * What a field of a request contains:
 * - `value`: one text, number or boolean; a number with more digits than a double keeps is rejected
 * - `decimal`: a number that is not money, such as a quantity; more digits are rounded
 * - `amount`: money; a rounding error of the partner's program is removed, so 39.979999999999997 is 39.98
 * - `values`, `object`, `list`: a list of single values, an object with its own fields, a list of such objects
 * - `raw`: not copied into the request, because its rules read the raw body
 */
export type FieldShape = 'value' | 'decimal' | 'amount' | 'values' | 'raw' | { object: () => RequestClass } | { list: () => RequestClass };

/** What a request class declares about one of its fields, besides the rules of class-validator. */
export interface DeclaredField {
  readonly name: string;
  readonly shape: FieldShape;
  readonly isOptional: boolean;
  /** Converts a text to its normal form. `siblings` are the other fields of the same object. */
  readonly normalize?: ((text: string, siblings: Readonly<Record<string, unknown>>) => string) | undefined;
  /** The length to which a text may be truncated. Only for texts that are displayed. */
  readonly truncateTo?: number | undefined;
  /** The greatest number of elements of a list. */
  readonly maxItems?: number | undefined;
}

const declaredFields = new WeakMap<object, Map<string, DeclaredField>>();
const NONE: ReadonlyMap<string, DeclaredField> = new Map();

/** The fields that a request class declares, including inherited fields. */
export function fieldsOf(requestClass: object): ReadonlyMap<string, DeclaredField> {
  const base = Object.getPrototypeOf(requestClass) as object | null;
  return declaredFields.get(requestClass) ?? (base ? fieldsOf(base) : NONE);
}

/** A class's first own field copies the fields of its base class. So the base's fields come first, and fields of derived classes stay out of it. */
export function declareField(requestClass: object, field: DeclaredField): void {
  const fields = declaredFields.get(requestClass) ?? new Map(fieldsOf(requestClass));
  declaredFields.set(requestClass, fields.set(field.name, field));
}
