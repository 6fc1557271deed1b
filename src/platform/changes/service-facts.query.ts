import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';
import type { AmountRendering, ServiceIdName } from '../partners/services/service-status.js';

/** What notifications and ledger entries need to know of a row's service. */
export interface ServiceFacts {
  partnerId: string;
  /** How amounts are written in its notifications. */
  amountRendering: AmountRendering;
  /** What its id is called in them, where that may be chosen. */
  serviceIdName: ServiceIdName;
}

/** @throws Error when there is no such service among those that were asked for. */
export type FactsOf = (serviceId: string) => ServiceFacts;

const READ = {
  name: 'service_facts',
  text: `SELECT id, partner_id AS "partnerId", amount_rendering AS "amountRendering", service_id_name AS "serviceIdName"
         FROM service WHERE id = ANY ($1)`,
};

/** What follows from a change depends on these, as they are at that moment. */
@Injectable()
export class ServiceFactsQuery {
  async of(tx: EntityManager, serviceIds: readonly string[]): Promise<FactsOf> {
    const rows = await runNamed<ServiceFacts & { id: string }>(tx, READ, [[...new Set(serviceIds)]]);
    const known = new Map(rows.map((row) => [row.id, row]));
    return (serviceId) => {
      const facts = known.get(serviceId);
      if (!facts) throw new Error(`There is no service ${serviceId}`);
      return facts;
    };
  }
}
