import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import { CATALOGUE, type PremiumNumber } from '../numbers/catalogue.js';
import { SmsServiceDetails } from './sms-service-details.entity.js';

const READ_NUMBERS = { name: 'sms_service_numbers', text: 'SELECT number FROM sms_service_number WHERE service_id = $1' };

/** Reads the SMS details and the short numbers of services. */
@Injectable()
export class SmsServiceQueries {
  constructor(private readonly dataSource: DataSource) {}

  async details(serviceId: string): Promise<SmsServiceDetails> {
    return (await this.detailsReader([serviceId]))(serviceId);
  }

  /** Reads the details of all services in one query. @returns a function that throws for a service that was not read. */
  async detailsReader(serviceIds: readonly string[]): Promise<(serviceId: string) => SmsServiceDetails> {
    const rows = await this.dataSource.manager.findBy(SmsServiceDetails, { serviceId: In([...serviceIds]) });
    const detailsById = new Map(rows.map((row) => [row.serviceId, row]));
    return (serviceId) => detailsById.get(serviceId) ?? throwMissingDetails(serviceId);
  }

  /** In the catalogue's order. */
  async numbers(serviceId: string): Promise<PremiumNumber[]> {
    const rows = await runNamed<{ number: number }>(this.dataSource, READ_NUMBERS, [serviceId]);
    const serviceNumbers = new Set(rows.map((row) => row.number));
    return CATALOGUE.filter(({ number }) => serviceNumbers.has(number));
  }
}

/** Service and details are created in one database transaction, so missing details are a defect. */
function throwMissingDetails(serviceId: string): never {
  throw new Error(`SMS service ${serviceId} has no details`);
}
