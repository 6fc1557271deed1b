import { stat } from 'node:fs/promises';
import { PartnerListQuery } from '../../platform/partners/partner-list.query.js';
import type { Partner } from '../../platform/partners/partner.entity.js';
import { ServiceListQuery } from '../../platform/partners/services/service-list.query.js';
import type { Service } from '../../platform/partners/services/service.entity.js';
import { CLI_COMMAND } from '../../runtime/cli-command.js';
import type { Services } from '../queries.js';
import { UserError } from '../user-error.js';

/** @throws UserError when there is no such service. */
export async function requireService(app: Services, serviceId: string): Promise<Service> {
  const service = await app.get(ServiceListQuery).find(serviceId);
  if (!service) throw new UserError(`There is no service ${serviceId}. See the services: ${CLI_COMMAND} service list`);
  return service;
}

/** @throws UserError when there is no such partner. */
export async function requirePartner(app: Services, partnerId: string): Promise<Partner> {
  const partner = await app.get(PartnerListQuery).find(partnerId);
  if (!partner) throw new UserError(`There is no partner ${partnerId}. See the partners: ${CLI_COMMAND} partner list`);
  return partner;
}

/** @returns the size of the file in bytes. @throws UserError when there is no such file. */
export async function requireFile(path: string): Promise<number> {
  const stats = await stat(path).catch(() => null);
  if (!stats?.isFile()) throw new UserError(`${path} is not a file that can be read.`);
  return stats.size;
}
