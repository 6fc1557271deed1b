import type { INestApplicationContext } from '@nestjs/common';
import type { Service } from '../../platform/partners/services/service.entity.js';
import { ServiceListQuery } from '../../platform/partners/services/service-list.query.js';
import { CALL } from '../examples.js';
import { UserError } from '../user-error.js';

/** @throws UserError when there is no such service. */
export async function requireService(app: INestApplicationContext, serviceId: string): Promise<Service> {
  const service = await app.get(ServiceListQuery).find(serviceId);
  if (!service) throw new UserError(`There is no service ${serviceId}. See the services: ${CALL} service list`);
  return service;
}
