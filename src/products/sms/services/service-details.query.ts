import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { SmsServiceDetails } from '../entities/sms-service-details.entity.js';

@Injectable()
export class ServiceDetailsQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Details of each service, one query for all of them. */
  async of(serviceIds: readonly string[]): Promise<(serviceId: string) => SmsServiceDetails> {
    const rows = await this.dataSource.manager.findBy(SmsServiceDetails, { serviceId: In([...serviceIds]) });
    const details = new Map(rows.map((row) => [row.serviceId, row]));
    return (serviceId) => details.get(serviceId) ?? notSetUp(serviceId);
  }

  /** @returns null when the service was made without them. */
  async find(serviceId: string): Promise<SmsServiceDetails | null> {
    return this.dataSource.manager.findOneBy(SmsServiceDetails, { serviceId });
  }
}

/** A service whose words and numbers nobody has chosen yet: it is shown, and no message leads to it. */
function notSetUp(serviceId: string): SmsServiceDetails {
  return { serviceId, type: 'ONE_TIME_CODE', prefix: '', suffix: '', description: null, adult: false, shareBp: 0, apiUrl: null };
}
