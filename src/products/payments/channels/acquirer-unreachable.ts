import { DomainError } from '../../../common/errors/domain-error.js';

const AGAIN_AFTER_SECONDS = 5;

/** The channel was not reached. Nothing left the gateway, so the partner may repeat the request. */
export function acquirerUnreachable(): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: AGAIN_AFTER_SECONDS });
}
