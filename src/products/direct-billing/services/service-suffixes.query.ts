import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { DirectBillingServiceDetails } from './direct-billing-service-details.entity.js';

/** Reads the titles that services have in the operators' reports. */
@Injectable()
export class ServiceSuffixesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads the suffixes of all services in one query. @returns a function with the suffix of each service, empty for an unknown service. */
  async readSuffixes(serviceIds: readonly string[]): Promise<(serviceId: string) => string> {
    const rows = await this.dataSource.manager.findBy(DirectBillingServiceDetails, { serviceId: In([...serviceIds]) });
    const suffixes = new Map(rows.map((row) => [row.serviceId, row.suffix]));
    return (serviceId) => suffixes.get(serviceId) ?? '';
  }
}
