import { getMetadataStorage, IS_OPTIONAL } from 'class-validator';
import { FieldMetadata } from './field-metadata.js';
import type { RequestClass } from './field.decorator.js';

/**
 * Fields in which an empty text is always an error. The default currency would be a guess, and an empty amount must not refund everything.
 */
export const NON_EMPTY_FIELDS: readonly string[] = ['amount', 'currency'];

const validatedWhenAbsent = new FieldMetadata<true>();

/** An optional field like those with `IsOptional`, but its rules are checked when it is absent, too. */
export const ValidateWhenAbsent = (): PropertyDecorator => validatedWhenAbsent.noting(true);

const known = new WeakMap<RequestClass, ReadonlySet<string>>();

/** The optional fields of a class for which an empty value stands for none. */
export function emptyAsAbsentFields(requestClass: RequestClass): ReadonlySet<string> {
  const found = known.get(requestClass) ?? new Set(optionalFields(requestClass).filter((name) => !NON_EMPTY_FIELDS.includes(name)));
  known.set(requestClass, found);
  return found;
}

function optionalFields(requestClass: RequestClass): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(requestClass, '', false, false);
  const optional = rules.filter(({ name }) => name === IS_OPTIONAL).map(({ propertyName }) => propertyName);
  return [...optional, ...validatedWhenAbsent.of(requestClass).keys()];
}
