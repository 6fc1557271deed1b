import type { DataSource, EntityManager } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { isSelling } from '../../../platform/partners/services/is-selling.js';

export const serviceClosed = (): DomainError => new DomainError('SERVICE_NOT_ACTIVE', { message: 'The service is not active.' });

/** @throws DomainError SERVICE_NOT_ACTIVE, also when the partner is blocked. */
export async function rejectClosedService(executor: DataSource | EntityManager, serviceId: string): Promise<void> {
  if (!(await isSelling(executor, serviceId))) throw serviceClosed();
}
