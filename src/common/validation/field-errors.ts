import type { ValidationError } from 'class-validator';
import type { FieldErrors } from '../errors/domain-error.js';

/** The name of class-validator's rule for a value that must be an object. */
const NESTED = 'nestedValidation';

/** Flattens class-validator's tree of errors to field paths: `customer.ip`, `cart.0.name`. */
export function fieldErrors(errors: readonly ValidationError[], prefix = ''): FieldErrors {
  return Object.assign(
    {},
    ...errors.map((error) => {
      const path = prefix + error.property;
      const messages = Object.entries(error.constraints ?? {}).map(([rule, message]) =>
        rule === NESTED ? `The ${path} must be an object.` : message,
      );
      return { ...(messages.length > 0 && { [path]: messages }), ...fieldErrors(error.children ?? [], `${path}.`) };
    }),
  ) as FieldErrors;
}
