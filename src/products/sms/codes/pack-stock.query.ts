import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';

const WEEK_MS = 7 * 86_400_000;

/** The codes in a service's pack, and how many the service has needed lately. */
export interface PackStock {
  free: number;
  /** Codes that were allocated to messages. */
  taken: number;
  /** Transactions of the last seven days. Staff estimate from this number how long the free codes last. */
  recent: number;
}

/** Counts the codes of packs. */
@Injectable()
export class PackStockQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
  ) {}

  /** @returns how many codes of a service's pack are free, and how many were allocated to messages. */
  async countCodes(serviceId: string): Promise<{ free: number; taken: number }> {
    const [row] = await this.dataSource.query<{ free: string; taken: string }[]>(
      'SELECT count(*) FILTER (WHERE message_id IS NULL) AS free, count(message_id) AS taken FROM sms_pack_code WHERE service_id = $1',
      [serviceId],
    );
    return { free: Number(row?.free ?? 0), taken: Number(row?.taken ?? 0) };
  }

  /** @returns the stock of each service. Without a pack, `free` and `taken` are 0. */
  async readStocks(serviceIds: readonly string[]): Promise<Map<string, PackStock>> {
    const rows = await this.dataSource.query<{ id: string; free: string; taken: string; recent: string }[]>(
      `SELECT s.id, c.free, c.taken, t.recent FROM unnest($1::text[]) AS s (id)
       CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE message_id IS NULL) AS free, count(message_id) AS taken FROM sms_pack_code WHERE service_id = s.id) c
       CROSS JOIN LATERAL (SELECT count(*) AS recent FROM sms_transaction WHERE service_id = s.id AND created_at > $2) t`,
      [serviceIds, new Date(this.clock.now().getTime() - WEEK_MS)],
    );
    return new Map(rows.map(({ id, free, taken, recent }) => [id, { free: Number(free), taken: Number(taken), recent: Number(recent) }]));
  }
}
