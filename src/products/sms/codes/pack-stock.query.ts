import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class PackStockQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Codes of a service's pack: those still to be given out and those given out. */
  async of(serviceId: string): Promise<{ free: number; taken: number }> {
    const [row] = await this.dataSource.query<{ free: string; taken: string }[]>(
      'SELECT count(*) FILTER (WHERE message_id IS NULL) AS free, count(message_id) AS taken FROM sms_pack_code WHERE service_id = $1',
      [serviceId],
    );
    return { free: Number(row?.free ?? 0), taken: Number(row?.taken ?? 0) };
  }
}
