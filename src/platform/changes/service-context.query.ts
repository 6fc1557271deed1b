import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';
import type { AmountRendering, ServiceIdName } from '../partners/services/service-status.js';

/** Data of a service that notifications and ledger entries need. */
export interface ServiceContext {
  partnerId: string;
  /** How amounts are written in the service's notifications. */
  amountRendering: AmountRendering;
  /** Name of the field with the service's id in notifications, for products that let partners choose that name. */
  serviceIdName: ServiceIdName;
}

/** @throws Error when the service was not read before. */
export type ServiceContextOf = (serviceId: string) => ServiceContext;

const READ = {
  name: 'service_facts',
  text: `SELECT id, partner_id AS "partnerId", amount_rendering AS "amountRendering", service_id_name AS "serviceIdName"
         FROM service WHERE id = ANY ($1)`,
};

/** Reads services in the transaction of a change, so that notifications and entries follow the services' settings at that moment. */
@Injectable()
export class ServiceContextQuery {
  async readContexts(tx: EntityManager, serviceIds: readonly string[]): Promise<ServiceContextOf> {
    const rows = await runNamed<ServiceContext & { id: string }>(tx, READ, [[...new Set(serviceIds)]]);
    const contexts = new Map(rows.map((row) => [row.id, row]));
    return (serviceId) => {
      const context = contexts.get(serviceId);
      if (!context) throw new Error(`There is no service ${serviceId}`);
      return context;
    };
  }
}
