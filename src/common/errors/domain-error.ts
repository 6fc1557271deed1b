import type { ErrorCode } from './error-codes.js';

/** Field path (`customer.ip`, `cart.0.name`) to readable English sentences. */
export type FieldErrors = Record<string, string[]>;

export interface DomainErrorDetails {
  /** Sentence for 400 and 409 answers; the contract forbids it on 401, 403 and 404. */
  message?: string;
  /** Only for VALIDATION_ERROR. */
  errors?: FieldErrors;
  /** Only for TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE. */
  retryAfterSeconds?: number;
  /** How to mend the request, for a header and the log; never in the body. It says nothing that the caller may not know. */
  hint?: string;
  /** Further members of the answer, where the contract names any. */
  data?: Record<string, unknown>;
}

/** The one error that business code throws; the exception filter turns its code into an HTTP answer. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: DomainErrorDetails = {},
  ) {
    super(details.message ?? code);
    this.name = 'DomainError';
  }
}

/** 422 for one field, for rules that only the database or another field can decide. */
export function invalidField(field: string, sentence: string): DomainError {
  return new DomainError('VALIDATION_ERROR', { errors: { [field]: [sentence] } });
}
