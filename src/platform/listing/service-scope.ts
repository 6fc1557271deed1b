import { Raw, type FindOperator } from 'typeorm';

/** The services whose data may be read: those of one partner, or some of them. Null means no limit. */
export interface ServiceScope {
  partnerId: string | null;
  serviceIds: readonly string[] | null;
}

export const EVERY_SERVICE: ServiceScope = { partnerId: null, serviceIds: null };

/** An SQL condition on a joined service. @param service the alias of the service. @param partner, services the SQL parameters. */
export const inScopeSql = (service: string, partner: string, services: string): string =>
  `(CAST(${partner} AS uuid) IS NULL OR ${service}.partner_id = CAST(${partner} AS uuid))
     AND (CAST(${services} AS text[]) IS NULL OR ${service}.id = ANY (CAST(${services} AS text[])))`;

/** An SQL condition on a column with the id of a service. @param partner, services the SQL parameters. */
export const serviceInScopeSql = (column: string, partner: string, services: string): string =>
  `EXISTS (SELECT FROM service s WHERE s.id = ${column} AND ${inScopeSql('s', partner, services)})`;

/** The condition of `serviceInScopeSql` for a TypeORM `where`. */
export const scopeOperator = ({ partnerId, serviceIds }: ServiceScope): FindOperator<string> =>
  Raw((column) => serviceInScopeSql(column, ':scopePartner', ':scopeServices'), {
    scopePartner: partnerId,
    scopeServices: serviceIds,
  }) as FindOperator<string>;
