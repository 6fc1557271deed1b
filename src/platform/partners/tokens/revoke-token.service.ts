import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { audited } from '../../audit/audited.js';
import { TOKEN_ROW } from './access-token.entity.js';
import { tokenWithinServicesSql } from './token-list.query.js';

export interface TokenOwner {
  partnerId: string;
  /** Null means all services of the partner. */
  serviceIds: readonly string[] | null;
}

@Injectable()
export class RevokeTokenService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /**
   * @param owner the partner, and the services, that the token must belong to. Null for callers who may revoke every token.
   * @returns false when there is no such token. A second revocation keeps the time of the first.
   */
  run(tokenId: string, owner: TokenOwner | null = null): Promise<boolean> {
    return this.dataSource.transaction((tx) =>
      audited(tx, { action: 'token.revoke', subject: 'token', id: tokenId, rows: TOKEN_ROW }, async () => {
        const result = await tx.query<[unknown[], number]>(
          `UPDATE access_token t SET revoked_at = coalesce(revoked_at, $2)
           WHERE id = $1 AND ($3::uuid IS NULL OR partner_id = $3) AND ${tokenWithinServicesSql('$4')} RETURNING id`,
          [tokenId, this.clock.now(), owner?.partnerId ?? null, owner?.serviceIds ?? null],
        );
        return result[1] > 0; // TypeORM returns the rows and their number
      }),
    );
  }
}
