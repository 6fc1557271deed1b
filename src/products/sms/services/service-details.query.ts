import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { SmsServiceDetails } from './sms-service-details.entity.js';

/** Reads the SMS details of services. */
@Injectable()
export class ServiceDetailsQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads the details of all services in one query. @returns a function that throws for a service that was not read. */
  async readDetails(serviceIds: readonly string[]): Promise<(serviceId: string) => SmsServiceDetails> {
    const rows = await this.dataSource.manager.findBy(SmsServiceDetails, { serviceId: In([...serviceIds]) });
    const detailsById = new Map(rows.map((row) => [row.serviceId, row]));
    return (serviceId) => detailsById.get(serviceId) ?? throwMissingDetails(serviceId);
  }

  async get(serviceId: string): Promise<SmsServiceDetails> {
    return (await this.readDetails([serviceId]))(serviceId);
  }
}

/** Service and details are created in one database transaction, so missing details are a defect. */
function throwMissingDetails(serviceId: string): never {
  throw new Error(`SMS service ${serviceId} has no details`);
}
