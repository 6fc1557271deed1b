import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TtlCache } from '../../common/ttl-cache.js';
import { SystemClock } from '../../common/time/clocks.js';
import { batchedLookup } from '../../runtime/database/batched-lookup.js';
import type { ClientTier } from '../partners/tokens/client-tier.js';

export interface TokenRecord {
  id: string;
  partnerId: string;
  abilities: string[];
  allowedNetworks: string[];
  serviceIds: string[];
  compatibility: ClientTier | null;
  expiresAt: Date | null;
  partnerIsBlocked: boolean;
}

/** In every process, a revoked token or a blocked partner takes effect within this time. */
const CACHE_MS = 900;

const FIND = {
  name: 'access_token_by_hash',
  text: `SELECT encode(t.token_hash, 'base64') AS hash, t.id, t.partner_id AS "partnerId", t.abilities, t.allowed_networks AS "allowedNetworks", t.service_ids AS "serviceIds",
                t.compatibility, t.expires_at AS "expiresAt", p.blocked_at IS NOT NULL AS "partnerIsBlocked"
         FROM access_token t JOIN partner p ON p.id = t.partner_id WHERE t.token_hash = ANY ($1) AND t.revoked_at IS NULL`,
};

/** Finds a token by its hash: one indexed read with a short cache. */
@Injectable()
export class TokenLookup {
  private readonly cache = new TtlCache<TokenRecord | null>(CACHE_MS);

  private readonly lookUp: (digest: string) => Promise<TokenRecord | null>;

  constructor(
    dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {
    this.lookUp = batchedLookup<TokenRecord & { hash: string }>(
      dataSource,
      FIND,
      ({ hash: storedHash }) => storedHash,
      (digest) => Buffer.from(digest, 'base64'),
    );
  }

  /** @returns `ended` when the token has expired. Null when the token is unknown or revoked. */
  async find(token: string): Promise<TokenRecord | 'ended' | null> {
    const digest = hash('sha256', token, 'base64');
    const record = await this.cache.get(digest, () => this.lookUp(digest));
    // Expiry is checked at each use, so it takes effect immediately despite the cache.
    const isExpired = record?.expiresAt && record.expiresAt <= this.clock.now();
    return isExpired ? 'ended' : record;
  }
}
