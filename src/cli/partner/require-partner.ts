import type { INestApplicationContext } from '@nestjs/common';
import type { Partner } from '../../platform/partners/partner.entity.js';
import { PartnerListQuery } from '../../platform/partners/partner-list.query.js';
import { CALL } from '../examples.js';
import { UserError } from '../user-error.js';

/** @throws UserError when there is no such partner. */
export async function requirePartner(app: INestApplicationContext, partnerId: string): Promise<Partner> {
  const partner = await app.get(PartnerListQuery).find(partnerId);
  if (!partner) throw new UserError(`There is no partner ${partnerId}. See the partners: ${CALL} partner list`);
  return partner;
}
