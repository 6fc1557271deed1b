import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/list.request.js';
import { Service } from './service.entity.js';
import type { Area } from './service-status.js';

export interface ServiceListOwner {
  partnerId: string;
  /** Services that the caller is limited to. Empty means all services of the partner. */
  serviceIds: readonly string[];
}

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
}
