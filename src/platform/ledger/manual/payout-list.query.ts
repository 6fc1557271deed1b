import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface ListedPayout {
  id: string;
  /** Reference of the bank transfer. */
  reference: string;
  currency: string;
  amountMinor: number;
  test: boolean;
  createdAt: Date;
}

/** Lists the payouts to a partner, for the panel. */
@Injectable()
export class PayoutListQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async run(partnerId: string, limit: number): Promise<ListedPayout[]> {
    const rows = await this.dataSource.query<(Omit<ListedPayout, 'amountMinor'> & { amount: string })[]>(
      `SELECT id, reference, currency, amount_minor::text AS amount, test, created_at AS "createdAt" FROM payout
       WHERE partner_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`,
      [partnerId, limit],
    );
    return rows.map(({ amount, ...payout }) => ({ ...payout, amountMinor: Number(amount) }));
  }
}
