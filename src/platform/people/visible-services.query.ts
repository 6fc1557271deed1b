import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inScopeSql, type ServiceScope } from '../listing/service-scope.js';
import type { Area, ServiceStatus } from '../partners/services/service-status.js';
import type { Person } from './person.js';

export interface VisibleService {
  id: string;
  name: string;
  area: Area;
  status: ServiceStatus;
  notifyUrl: string | null;
  partnerId: string;
  partnerName: string;
}

/** Maximum number of services that are offered as a choice. Others can be found by their id. */
const MAX_SERVICES = 500;

/** The limits of all lists and searches of a user: the user's partner and services. Staff have no limit. */
export const scopeOf = ({ partnerId, serviceIds }: Pick<Person, 'partnerId' | 'serviceIds'>): ServiceScope => ({
  partnerId,
  serviceIds: serviceIds.length > 0 ? serviceIds : null,
});

const SERVICE_ID = /^[0-9a-f]{8}$/;
const SELECT_SERVICES = `
  SELECT s.id, s.name, s.area, s.status, s.notify_url AS "notifyUrl", p.id AS "partnerId", p.name AS "partnerName"
  FROM service s JOIN partner p ON p.id = s.partner_id`;
const IN_SCOPE = inScopeSql('s', '$1', '$2');

/** Reads the services that a user of the panel may see. */
@Injectable()
export class VisibleServicesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @param person the user, or for staff who look at one partner, an object with the id of this partner and an empty list of services. */
  listVisible(person: Pick<Person, 'partnerId' | 'serviceIds'>): Promise<VisibleService[]> {
    return this.dataSource.query(
      `${SELECT_SERVICES} WHERE ${IN_SCOPE} ORDER BY p.name, s.name, s.id LIMIT ${MAX_SERVICES}`,
      scopeParameters(person),
    );
  }

  /** @param ids services that a page names. @returns the services by id, without those that the user may not see. */
  async findByIds(person: Pick<Person, 'partnerId' | 'serviceIds'>, ids: readonly string[]): Promise<Map<string, VisibleService>> {
    const values = [...scopeParameters(person), [...new Set(ids)]];
    const rows = await this.dataSource.query<VisibleService[]>(`${SELECT_SERVICES} WHERE ${IN_SCOPE} AND s.id = ANY ($3)`, values);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** @returns null when there is no service with this id, or when the user may not see it. */
  async findVisibleService(person: Person, id: string): Promise<VisibleService | null> {
    if (!SERVICE_ID.test(id)) return null;
    const [row] = await this.dataSource.query<VisibleService[]>(`${SELECT_SERVICES} WHERE ${IN_SCOPE} AND s.id = $3`, [
      ...scopeParameters(person),
      id,
    ]);
    return row ?? null;
  }
}

function scopeParameters(person: Pick<Person, 'partnerId' | 'serviceIds'>): unknown[] {
  const { partnerId, serviceIds } = scopeOf(person);
  return [partnerId, serviceIds];
}
