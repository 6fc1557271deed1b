import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';
import { Partner } from './partner.entity.js';

export interface PartnerSummary extends Partner {
  /** How many services the partner has. */
  services: number;
  /** How many tokens work now: neither revoked nor expired. */
  tokens: number;
}

@Injectable()
export class PartnerListQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** All partners, oldest first. */
  async run(): Promise<PartnerSummary[]> {
    return this.dataSource.query<PartnerSummary[]>(
      `SELECT p.id, p.name, p.demo, p.blocked_at AS "blockedAt", p.blocked_reason AS "blockedReason", p.created_at AS "createdAt",
              (SELECT count(*)::integer FROM service s WHERE s.partner_id = p.id) AS services,
              (SELECT count(*)::integer FROM access_token t WHERE t.partner_id = p.id AND t.revoked_at IS NULL
                 AND (t.expires_at IS NULL OR t.expires_at > $1)) AS tokens
       FROM partner p ORDER BY p.created_at, p.id`,
      [this.clock.now()],
    );
  }

  /** @returns null when there is no such partner. */
  async find(partnerId: string): Promise<Partner | null> {
    return this.dataSource.manager.findOneBy(Partner, { id: partnerId });
  }
}
