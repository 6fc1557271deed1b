import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface SettlementSummary {
  reference: string;
  provider: string;
  test: boolean;
  from: Date;
  to: Date;
  /** `open`: the settlement is not finished. The same command continues an interrupted settlement. */
  state: 'open' | 'done';
  author: string;
  createdAt: Date;
}

@Injectable()
export class SettlementListQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  run(limit: number): Promise<SettlementSummary[]> {
    return this.dataSource.query<SettlementSummary[]>(
      `SELECT reference, provider, test, from_at AS "from", to_at AS "to", state, author, created_at AS "createdAt"
       FROM settlement ORDER BY created_at DESC, id DESC LIMIT $1`,
      [limit],
    );
  }

  /** @returns null when no settlement has the reference. */
  async stateOf(reference: string): Promise<SettlementSummary['state'] | null> {
    const [row] = await this.dataSource.query<Pick<SettlementSummary, 'state'>[]>('SELECT state FROM settlement WHERE reference = $1', [
      reference,
    ]);
    return row?.state ?? null;
  }
}
