import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';

@Injectable()
export class RevokeTokenService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** @returns false when there is no such token; revoking twice keeps the first time. */
  async run(tokenId: string): Promise<boolean> {
    const rows = await this.dataSource.query<[unknown[], number]>(
      'UPDATE access_token SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING id',
      [tokenId, this.clock.now()],
    );
    return rows[1] > 0;
  }
}
