import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isInScope, type ServiceScope } from '../listing/service-scope.js';
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

/** More than this is not offered as a choice; a service can be searched by its id. */
const MOST = 500;

/** What limits every list and search of a person: its partner and its services. Staff see all. */
export const scopeOf = ({ partnerId, serviceIds }: Pick<Person, 'partnerId' | 'serviceIds'>): ServiceScope => ({
  partnerId,
  serviceIds: serviceIds.length > 0 ? serviceIds : null,
});

const SERVICE_ID = /^[0-9a-f]{8}$/;
const SELECT = `
  SELECT s.id, s.name, s.area, s.status, s.notify_url AS "notifyUrl", p.id AS "partnerId", p.name AS "partnerName"
  FROM service s JOIN partner p ON p.id = s.partner_id`;
const SEEN = isInScope('s', '$1', '$2');

/** The services that a person sees. */
@Injectable()
export class VisibleServicesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @param person or, for staff who look at one partner, that partner with all its services. */
  of(person: Pick<Person, 'partnerId' | 'serviceIds'>): Promise<VisibleService[]> {
    return this.dataSource.query(`${SELECT} WHERE ${SEEN} ORDER BY p.name, s.name, s.id LIMIT ${MOST}`, valuesOf(person));
  }

  /** Of services that a page names. @returns by id; what is not the person's to see is missing. */
  async some(person: Pick<Person, 'partnerId' | 'serviceIds'>, ids: readonly string[]): Promise<Map<string, VisibleService>> {
    const wanted = [...valuesOf(person), [...new Set(ids)]];
    const rows = await this.dataSource.query<VisibleService[]>(`${SELECT} WHERE ${SEEN} AND s.id = ANY ($3)`, wanted);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** @returns null when there is none of this id, or when it is not the person's to see. */
  async one(person: Person, id: string): Promise<VisibleService | null> {
    if (!SERVICE_ID.test(id)) return null;
    const [row] = await this.dataSource.query<VisibleService[]>(`${SELECT} WHERE ${SEEN} AND s.id = $3`, [...valuesOf(person), id]);
    return row ?? null;
  }
}

function valuesOf(person: Pick<Person, 'partnerId' | 'serviceIds'>): unknown[] {
  const { partnerId, serviceIds } = scopeOf(person);
  return [partnerId, serviceIds];
}
