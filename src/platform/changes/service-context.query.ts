import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';
import type { AmountRendering, ServiceIdName } from '../partners/services/service-status.js';

/** Facts about a service that notifications and ledger entries need. */
export interface ServiceContext {
  partnerId: string;
  /** How amounts are written in its notifications. */
  amountRendering: AmountRendering;
  /** The name of the service's id in them, for products that let partners choose it. */
  serviceIdName: ServiceIdName;
}

/** @throws Error when the service is not among those that were read. */
export type ServiceContextOf = (serviceId: string) => ServiceContext;

const READ = {
  name: 'service_facts',
  text: `SELECT id, partner_id AS "partnerId", amount_rendering AS "amountRendering", service_id_name AS "serviceIdName"
         FROM service WHERE id = ANY ($1)`,
};

/** Reads the facts in the transaction of a change: its consequences follow the service's settings at that moment. */
@Injectable()
export class ServiceContextQuery {
  async of(tx: EntityManager, serviceIds: readonly string[]): Promise<ServiceContextOf> {
    const rows = await runNamed<ServiceContext & { id: string }>(tx, READ, [[...new Set(serviceIds)]]);
    const known = new Map(rows.map((row) => [row.id, row]));
    return (serviceId) => {
      const facts = known.get(serviceId);
      if (!facts) throw new Error(`There is no service ${serviceId}`);
      return facts;
    };
  }
}
