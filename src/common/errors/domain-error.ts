import type { ErrorCode } from './error-codes.js';

/** Field path (`customer.ip`, `cart.0.name`) to readable English messages. */
export type FieldErrors = Record<string, string[]>;

/** How many errors of one kind a response lists. A small request with thousands of invalid values must not get a huge response. */
export const MAX_LISTED_ERRORS = 20;

export interface DomainErrorDetails {
  /** For 400 and 409 responses. The contract forbids a message for 401, 403 and 404. */
  message?: string;
  /** Only for VALIDATION_ERROR. */
  errors?: FieldErrors;
  /** Only for TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE. */
  retryAfterSeconds?: number;
  /** How to correct the request, for a header and the log, never for the body. Must not contain what the partner may not know. */
  hint?: string;
  /** The member `data` of the body, for errors that have one, such as the alternatives of `ALIAS_NOT_UNIQUE`. */
  data?: Record<string, unknown>;
}

/** The error with which business code rejects a request. The exception filter turns the code into an HTTP response. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: DomainErrorDetails = {},
  ) {
    super(details.message ?? code);
    this.name = 'DomainError';
  }
}

/** 422 for one field, for rules that need the database or another field. */
export function invalidField(field: string, message: string): DomainError {
  return new DomainError('VALIDATION_ERROR', { errors: { [field]: [message] } });
}
