import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';
import { Partner } from './partner.entity.js';

/**
 * Stops a partner as a whole, in one row: all its tokens are refused and no SMS is sold for it, on every process within a second. What
 * is under way goes on to its end, with its notifications: payers have begun to pay for it.
 */
@Injectable()
export class BlockPartnerService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** Blocking twice keeps the first time and its reason. @returns whether it was done now. */
  async block(partnerId: string, reason: string): Promise<boolean> {
    const changed = { blockedAt: this.clock.now(), blockedReason: reason };
    const { affected } = await this.dataSource.manager.update(Partner, { id: partnerId, blockedAt: IsNull() }, changed);
    return affected === 1;
  }

  /** @returns whether it was blocked. */
  async unblock(partnerId: string): Promise<boolean> {
    const changed = { blockedAt: null, blockedReason: null };
    const { affected } = await this.dataSource.manager.update(Partner, { id: partnerId, blockedAt: Not(IsNull()) }, changed);
    return affected === 1;
  }
}
