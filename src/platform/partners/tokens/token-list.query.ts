import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AccessToken } from './access-token.entity.js';

/** A token without its hash. */
export interface TokenSummary extends Omit<AccessToken, 'tokenHash'> {
  /** Null: never used. The value may be 15 seconds old, because `TokenUsage` writes uses in batches. */
  lastUsedAt: Date | null;
  lastAddress: string | null;
}

/** A condition on `access_token t`. @param services parameter with the services that a user is limited to. Null means all. */
export const tokenWithinServicesSql = (services: string): string =>
  `(${services}::text[] IS NULL OR (t.service_ids <> '{}' AND t.service_ids <@ ${services}::text[]))`;

@Injectable()
export class TokenListQuery {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * All tokens of a partner, also expired and revoked ones, oldest first. @param within only tokens that are limited to some of these
   * services.
   */
  async listTokens(partnerId: string, within: readonly string[] | null = null): Promise<TokenSummary[]> {
    return this.dataSource.query<TokenSummary[]>(
      `SELECT t.id, t.partner_id AS "partnerId", t.name, t.abilities, t.allowed_networks AS "allowedNetworks", t.service_ids AS "serviceIds",
              t.compatibility, t.expires_at AS "expiresAt", t.revoked_at AS "revokedAt", t.created_at AS "createdAt",
              u.last_used_at AS "lastUsedAt", u.last_address AS "lastAddress"
       FROM access_token t LEFT JOIN access_token_use u ON u.token_id = t.id
       WHERE t.partner_id = $1 AND ${tokenWithinServicesSql('$2')} ORDER BY t.created_at, t.id`,
      [partnerId, within],
    );
  }
}
