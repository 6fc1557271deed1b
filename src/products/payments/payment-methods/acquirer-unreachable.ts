import { DomainError } from '../../../common/errors/domain-error.js';

const RETRY_AFTER_SECONDS = 5;

/** The error when the acquirer was not reached. Nothing was sent, so the partner may repeat the request. */
export function acquirerUnreachable(): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
