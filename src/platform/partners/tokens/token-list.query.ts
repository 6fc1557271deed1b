import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AccessToken } from './access-token.entity.js';

/** A token as it is listed; its hash stays where it is. */
export interface TokenSummary extends Omit<AccessToken, 'tokenHash'> {
  /** Null: never. Some moments late, as requests only note it. */
  lastUsedAt: Date | null;
  lastAddress: string | null;
}

@Injectable()
export class TokenListQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** All tokens of a partner, also those that no longer work, oldest first. */
  async of(partnerId: string): Promise<TokenSummary[]> {
    return this.dataSource.query<TokenSummary[]>(
      `SELECT t.id, t.partner_id AS "partnerId", t.name, t.abilities, t.allowed_networks AS "allowedNetworks", t.service_ids AS "serviceIds",
              t.compatibility, t.expires_at AS "expiresAt", t.revoked_at AS "revokedAt", t.created_at AS "createdAt",
              u.last_used_at AS "lastUsedAt", u.last_address AS "lastAddress"
       FROM access_token t LEFT JOIN access_token_use u ON u.token_id = t.id
       WHERE t.partner_id = $1 ORDER BY t.created_at, t.id`,
      [partnerId],
    );
  }
}
