import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { audited } from '../../audit/audited.js';
import { TOKEN_ROW } from './access-token.entity.js';
import { isWithin } from './token-list.query.js';

export interface TokenOwner {
  partnerId: string;
  /** Null for all of the partner's. */
  serviceIds: readonly string[] | null;
}

@Injectable()
export class RevokeTokenService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /**
   * @param owner whose token it must be, and within which services; null for those who may revoke all.
   * @returns false when there is no such token; revoking twice keeps the first time.
   */
  run(tokenId: string, owner: TokenOwner | null = null): Promise<boolean> {
    return this.dataSource.transaction((tx) =>
      audited(tx, { action: 'token.revoke', subject: 'token', id: tokenId, rows: TOKEN_ROW }, async () => {
        const rows = await tx.query<[unknown[], number]>(
          `UPDATE access_token t SET revoked_at = coalesce(revoked_at, $2)
           WHERE id = $1 AND ($3::uuid IS NULL OR partner_id = $3) AND ${isWithin('$4')} RETURNING id`,
          [tokenId, this.clock.now(), owner?.partnerId ?? null, owner?.serviceIds ?? null],
        );
        return rows[1] > 0;
      }),
    );
  }
}
