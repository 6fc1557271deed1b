import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/list.request.js';
import type { SeekCursor } from '../../../common/pagination/seek-cursor.js';
import { Service } from './service.entity.js';
import { type Area, type ServiceStatus, WAITING_STATUSES } from './service-status.js';

export interface ServiceListOwner {
  partnerId: string;
  /** Services that the caller is limited to. Empty means all services of the partner. */
  serviceIds: readonly string[];
}

/** A service that cannot sell until staff have verified it. */
export interface WaitingService {
  id: string;
  name: string;
  area: Area;
  status: ServiceStatus;
  notifyUrl: string | null;
  createdAt: Date;
  partnerId: string;
  partnerName: string;
  partnerSince: Date;
  partnerBlockedAt: Date | null;
  /** Numbers of the partner's other services: active ones (`selling`), and rejected or blocked ones (`refused`). */
  selling: number;
  refused: number;
}

const SELECT_WAITING = `
  SELECT s.id, s.name, s.area, s.status, s.notify_url AS "notifyUrl", s.created_at AS "createdAt", p.id AS "partnerId", p.name AS "partnerName",
         p.created_at AS "partnerSince", p.blocked_at AS "partnerBlockedAt",
         (SELECT count(*)::int FROM service o WHERE o.partner_id = p.id AND o.status = 'service_active') AS selling,
         (SELECT count(*)::int FROM service o WHERE o.partner_id = p.id AND o.status IN ('service_rejected', 'service_blocked')) AS refused
  FROM service s JOIN partner p ON p.id = s.partner_id WHERE s.status = ANY ($1)`;

@Injectable()
export class ServiceListQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** A partner has few services, so the total is counted with each page. */
  async run(owner: ServiceListOwner, area: Area, page: PageRequest): Promise<Page<Service>> {
    const direction = page.newestFirst ? 'DESC' : 'ASC';
    const [rows, total] = await this.dataSource.manager.findAndCount(Service, {
      where: { partnerId: owner.partnerId, area, ...(owner.serviceIds.length > 0 && { id: In([...owner.serviceIds]) }) },
      order: { createdAt: direction, id: direction },
      skip: (page.page - 1) * page.size,
      take: page.size,
    });
    return { rows, total };
  }

  async getService(serviceId: string): Promise<Service> {
    return this.dataSource.manager.findOneByOrFail(Service, { id: serviceId });
  }

  async find(serviceId: string): Promise<Service | null> {
    return this.dataSource.manager.findOneBy(Service, { id: serviceId });
  }

  /** Services of all areas, of one partner or of all, oldest first. For staff. */
  async listServices(partnerId?: string): Promise<Service[]> {
    return this.dataSource.manager.find(Service, {
      where: partnerId === undefined ? {} : { partnerId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** The names of partner and service that payers see. */
  async readSellerNames(serviceId: string): Promise<{ sellerName: string; serviceName: string }> {
    const [row] = await this.dataSource.query<{ sellerName: string; serviceName: string }[]>(
      'SELECT p.name AS "sellerName", s.name AS "serviceName" FROM service s JOIN partner p ON p.id = s.partner_id WHERE s.id = $1',
      [serviceId],
    );
    if (!row) throw new Error(`There is no service ${serviceId}`);
    return row;
  }

  /** Services that staff must verify or reject, oldest first. @param cursor the last service on the previous page. */
  listWaiting(cursor: SeekCursor | null, limit: number): Promise<WaitingService[]> {
    return this.dataSource.query(
      `${SELECT_WAITING} AND ($2::timestamptz IS NULL OR (s.created_at, s.id) > ($2, $3)) ORDER BY s.created_at, s.id LIMIT $4`,
      [WAITING_STATUSES, cursor?.at ?? null, cursor?.id ?? null, limit],
    );
  }

  /** @returns null when the service does not exist or does not wait for verification. */
  async findWaiting(id: string): Promise<WaitingService | null> {
    const [row] = await this.dataSource.query<WaitingService[]>(`${SELECT_WAITING} AND s.id = $2`, [WAITING_STATUSES, id]);
    return row ?? null;
  }
}
