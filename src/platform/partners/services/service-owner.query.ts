import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';

const READ = { name: 'service_owner', text: 'SELECT partner_id AS "partnerId" FROM service WHERE id = $1' };

/** Whose wallet a service's money goes to. */
@Injectable()
export class ServiceOwnerQuery {
  async partnerOf(serviceId: string, tx: EntityManager): Promise<string> {
    const [row] = await runNamed<{ partnerId: string }>(tx, READ, [serviceId]);
    if (!row) throw new Error(`There is no service ${serviceId}`);
    return row.partnerId;
  }
}
