import { Raw, type FindOperator } from 'typeorm';

/** Of whose services things may be read: of one partner, and of some of its services. Null: of all. */
export interface ServiceScope {
  partnerId: string | null;
  serviceIds: readonly string[] | null;
}

export const EVERY_SERVICE: ServiceScope = { partnerId: null, serviceIds: null };

/** A condition on a joined service. @param service its alias in the statement. @param partner, services the parameters. */
export const isInScope = (service: string, partner: string, services: string): string =>
  `(CAST(${partner} AS uuid) IS NULL OR ${service}.partner_id = CAST(${partner} AS uuid))
     AND (CAST(${services} AS text[]) IS NULL OR ${service}.id = ANY (CAST(${services} AS text[])))`;

/** A condition on a column with the id of a service. @param partner, services the parameters in the statement. */
export const isServiceInScope = (column: string, partner: string, services: string): string =>
  `EXISTS (SELECT FROM service s WHERE s.id = ${column} AND ${isInScope('s', partner, services)})`;

/** The same for a finder. */
export const ofScope = ({ partnerId, serviceIds }: ServiceScope): FindOperator<string> =>
  Raw((column) => isServiceInScope(column, ':scopePartner', ':scopeServices'), {
    scopePartner: partnerId,
    scopeServices: serviceIds,
  }) as FindOperator<string>;
