import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SeekCursor } from '../../../common/pagination/seek-cursor.js';
import { type Proposal, proposalOf, type ProposalRow } from './proposal.js';

/** Limits the page. Staff leave fewer proposals undecided, so in practice the page shows all of them. */
const MAX_LISTED = 100;

const SELECT_PROPOSALS = 'SELECT r.*, p.name AS partner_name FROM ledger_proposal r LEFT JOIN partner p ON p.id = r.partner_id';

@Injectable()
export class ProposalsQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Oldest first. */
  async listUndecided(): Promise<Proposal[]> {
    const rows = await this.dataSource.query<ProposalRow[]>(
      `${SELECT_PROPOSALS} WHERE r.state = 'proposed' ORDER BY r.proposed_at, r.id LIMIT $1`,
      [MAX_LISTED],
    );
    return rows.map(proposalOf);
  }

  /** Latest decision first. @param after the last proposal of the previous page */
  async listDecided(limit: number, after: SeekCursor | null): Promise<Proposal[]> {
    const rows = await this.dataSource.query<ProposalRow[]>(
      `${SELECT_PROPOSALS} WHERE r.state <> 'proposed' AND ($2::timestamptz IS NULL OR (r.decided_at, r.id) < ($2, $3::uuid))
       ORDER BY r.decided_at DESC, r.id DESC LIMIT $1`,
      [limit, after?.at ?? null, after?.id ?? null],
    );
    return rows.map(proposalOf);
  }

  async readProposal(id: string): Promise<Proposal | null> {
    const [row] = await this.dataSource.query<ProposalRow[]>(`${SELECT_PROPOSALS} WHERE r.id = $1`, [id]);
    return row ? proposalOf(row) : null;
  }
}
