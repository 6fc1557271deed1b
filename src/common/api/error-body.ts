import type { DomainError } from '../errors/domain-error.js';
import { ERRORS } from '../errors/error-codes.js';

/** The contract's body of an error. Only 400 and 409 have a message: the contract forbids a message for 401, 403 and 404. */
export function errorBody({ code, details }: DomainError): Record<string, unknown> {
  const status = ERRORS[code].status;
  return {
    success: false,
    errorCode: code,
    ...((status === 400 || status === 409) && { message: details.message ?? code }),
    ...(details.errors && { errors: details.errors }),
    ...(details.data && { data: details.data }),
  };
}
