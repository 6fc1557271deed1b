import { DomainError } from '../../../common/errors/domain-error.js';
import type { ServiceRef } from '../../../platform/access/caller.js';

/** @throws DomainError SERVICE_NOT_ACTIVE. */
export function refuseInactiveService({ status }: ServiceRef): void {
  if (status !== 'service_active') throw new DomainError('SERVICE_NOT_ACTIVE', { message: 'The service is not active.' });
}
