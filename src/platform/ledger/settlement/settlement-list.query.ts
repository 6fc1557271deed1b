import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface SettlementSummary {
  reference: string;
  party: string;
  test: boolean;
  from: Date;
  to: Date;
  /** `open`: it was stopped on its way; the same command goes on with it. */
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
      `SELECT reference, party, test, from_at AS "from", to_at AS "to", state, author, created_at AS "createdAt"
       FROM settlement ORDER BY created_at DESC, id DESC LIMIT $1`,
      [limit],
    );
  }
}
