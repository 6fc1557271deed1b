import { Injectable } from '@nestjs/common';
import { DataSource, type FindOptionsWhere, IsNull, Not } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';
import { audited } from '../audit/audited.js';
import { Partner, PARTNER_ROW } from './partner.entity.js';

/**
 * Stops all sales of a partner: its tokens are rejected and no SMS is sold for the partner, in every process within a second. Open payments
 * continue, with their notifications, because payers have begun to pay.
 */
@Injectable()
export class BlockPartnerService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** A second block keeps the time and reason of the first. @returns whether this call blocked the partner. */
  block(partnerId: string, reason: string): Promise<boolean> {
    const newValues = { blockedAt: this.clock.now(), blockedReason: reason };
    return this.change('partner.block', { id: partnerId, blockedAt: IsNull() }, newValues);
  }

  /** @returns whether the partner was blocked before. */
  unblock(partnerId: string): Promise<boolean> {
    return this.change('partner.unblock', { id: partnerId, blockedAt: Not(IsNull()) }, { blockedAt: null, blockedReason: null });
  }

  private change(action: string, where: FindOptionsWhere<Partner> & { id: string }, newValues: Partial<Partner>): Promise<boolean> {
    return this.dataSource.transaction((tx) =>
      audited(tx, { action, subject: 'partner', id: where.id, rows: PARTNER_ROW }, async () => {
        const { affected } = await tx.update(Partner, where, newValues);
        return affected === 1;
      }),
    );
  }
}
