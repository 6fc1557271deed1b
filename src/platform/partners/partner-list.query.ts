import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';
import { Partner } from './partner.entity.js';

export interface PartnerFilter {
  /** Part of the name in any case, or the id. Empty for all. */
  nameOrId: string;
  /** Id of the last partner on the previous page. Null for the first page. */
  afterPartnerId: string | null;
  limit: number;
}

export interface PartnerSummary extends Partner {
  services: number;
  /** Tokens that are neither revoked nor expired. */
  tokens: number;
}

/** @param partners the table `partner`, or a subquery of its rows. */
const selectSummaries = (partners: string): string => `
  SELECT p.id, p.name, p.demo, p.blocked_at AS "blockedAt", p.blocked_reason AS "blockedReason", p.created_at AS "createdAt",
         (SELECT count(*)::integer FROM service s WHERE s.partner_id = p.id) AS services,
         (SELECT count(*)::integer FROM access_token t WHERE t.partner_id = p.id AND t.revoked_at IS NULL
            AND (t.expires_at IS NULL OR t.expires_at > $1)) AS tokens
  FROM ${partners} p`;

// There are some thousands of partners at most, so the search needs no index on the name.
const MATCHING_PARTNERS = `(
  SELECT * FROM partner WHERE ($2 = '' OR id::text = lower($2) OR strpos(lower(name), lower($2)) > 0) AND ($3::uuid IS NULL OR id < $3)
  ORDER BY id DESC LIMIT $4)`;

@Injectable()
export class PartnerListQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** All partners, oldest first. */
  async run(): Promise<PartnerSummary[]> {
    return this.dataSource.query<PartnerSummary[]>(`${selectSummaries('partner')} ORDER BY p.created_at, p.id`, [this.clock.now()]);
  }

  /** Newest first. */
  async search({ nameOrId, afterPartnerId, limit }: PartnerFilter): Promise<PartnerSummary[]> {
    return this.dataSource.query<PartnerSummary[]>(`${selectSummaries(MATCHING_PARTNERS)} ORDER BY p.id DESC`, [
      this.clock.now(),
      nameOrId,
      afterPartnerId,
      limit,
    ]);
  }

  async findSummary(partnerId: string): Promise<PartnerSummary | null> {
    const [row] = await this.dataSource.query<PartnerSummary[]>(`${selectSummaries('partner')} WHERE p.id = $2`, [
      this.clock.now(),
      partnerId,
    ]);
    return row ?? null;
  }

  /** Partners with this name in any case, oldest first. */
  findByName(name: string): Promise<{ id: string }[]> {
    return this.dataSource.query('SELECT id FROM partner WHERE lower(name) = lower($1) ORDER BY created_at, id', [name]);
  }

  async find(partnerId: string): Promise<Partner | null> {
    return this.dataSource.manager.findOneBy(Partner, { id: partnerId });
  }
}
