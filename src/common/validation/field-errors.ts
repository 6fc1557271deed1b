import type { ValidationError } from 'class-validator';
import type { FieldErrors } from '../errors/domain-error.js';

/** Flattens class-validator's tree to field paths: `customer.ip`, `cart.0.name`. */
export function fieldErrors(errors: readonly ValidationError[], prefix = ''): FieldErrors {
  return Object.assign(
    {},
    ...errors.map((error) => {
      const path = prefix + error.property;
      const own = Object.values(error.constraints ?? {});
      return { ...(own.length > 0 && { [path]: own }), ...fieldErrors(error.children ?? [], `${path}.`) };
    }),
  ) as FieldErrors;
}
