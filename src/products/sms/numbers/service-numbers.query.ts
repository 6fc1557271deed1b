import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import { CATALOGUE, type PremiumNumber } from './catalogue.js';

const READ_NUMBERS = { name: 'sms_service_numbers', text: 'SELECT number FROM sms_service_number WHERE service_id = $1' };

/** Reads the short numbers of a service, in the catalogue's order. */
@Injectable()
export class ServiceNumbersQuery {
  constructor(private readonly dataSource: DataSource) {}

  async readNumbers(serviceId: string): Promise<PremiumNumber[]> {
    const rows = await runNamed<{ number: number }>(this.dataSource, READ_NUMBERS, [serviceId]);
    const serviceNumbers = new Set(rows.map((row) => row.number));
    return CATALOGUE.filter(({ number }) => serviceNumbers.has(number));
  }
}
