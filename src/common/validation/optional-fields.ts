import { getMetadataStorage, IS_OPTIONAL } from 'class-validator';
import { FieldMetadata } from './field-metadata.js';
import type { RequestClass } from './field.decorator.js';

/**
 * Fields in which an empty text is always an error. For an empty currency the default would be a guess. An empty amount must not refund the whole
 * payment.
 */
export const NON_EMPTY_FIELDS: readonly string[] = ['amount', 'currency'];

const validatedWhenAbsent = new FieldMetadata<true>();

/** Marks an optional field whose rules are also checked when the field is absent, in contrast to `IsOptional`. */
export const ValidateWhenAbsent = (): PropertyDecorator => validatedWhenAbsent.decorate(true);

const cache = new WeakMap<RequestClass, ReadonlySet<string>>();

/** The optional fields of a class in which an empty value means that the field is absent. */
export function emptyAsAbsentFields(requestClass: RequestClass): ReadonlySet<string> {
  const names = cache.get(requestClass) ?? new Set(optionalFields(requestClass).filter((name) => !NON_EMPTY_FIELDS.includes(name)));
  cache.set(requestClass, names);
  return names;
}

function optionalFields(requestClass: RequestClass): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(requestClass, '', false, false);
  const optional = rules.filter(({ name }) => name === IS_OPTIONAL).map(({ propertyName }) => propertyName);
  return [...optional, ...validatedWhenAbsent.forClass(requestClass).keys()];
}
