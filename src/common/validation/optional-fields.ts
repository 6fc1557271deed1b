import { getMetadataStorage, IS_OPTIONAL } from 'class-validator';
import { FieldNotes } from './field-notes.js';
import type { RequestClass } from './field.decorator.js';

/**
 * Of these fields an empty text is wrong wherever it stands. The default of a currency would be a guess; an amount field that somebody left
 * empty must not become a refund of everything.
 */
export const NEVER_EMPTY: readonly string[] = ['amount', 'currency'];

const judgedWhenAbsent = new FieldNotes<true>();

/** A field that may be left out as those with `IsOptional` may, but whose rules have a word to say then. */
export const JudgedWhenAbsent = (): PropertyDecorator => judgedWhenAbsent.noting(true);

const known = new WeakMap<RequestClass, ReadonlySet<string>>();

/** The optional fields of a class for which an empty value stands for none. */
export function emptiableFields(requestClass: RequestClass): ReadonlySet<string> {
  const found = known.get(requestClass) ?? new Set(optionalFields(requestClass).filter((name) => !NEVER_EMPTY.includes(name)));
  known.set(requestClass, found);
  return found;
}

function optionalFields(requestClass: RequestClass): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(requestClass, '', false, false);
  const optional = rules.filter(({ name }) => name === IS_OPTIONAL).map(({ propertyName }) => propertyName);
  return [...optional, ...judgedWhenAbsent.of(requestClass).keys()];
}
