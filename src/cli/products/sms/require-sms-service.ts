import type { INestApplicationContext } from '@nestjs/common';
import type { Service } from '../../../platform/partners/services/service.entity.js';
import { requireService } from '../../values/require-service.js';
import { UserError } from '../../user-error.js';

/** @throws UserError when there is no such service, or it sells through something else. */
export async function requireSmsService(app: INestApplicationContext, serviceId: string): Promise<Service> {
  const service = await requireService(app, serviceId);
  if (service.area !== 'sms') throw new UserError(`Service ${serviceId} is not an SMS service; its area is ${service.area}.`);
  return service;
}
