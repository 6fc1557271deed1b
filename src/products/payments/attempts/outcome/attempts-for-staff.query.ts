import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import type { SeekCursor } from '../../../../common/pagination/seek-place.js';
import { rowsBehind } from '../../../../runtime/database/rows/rows-behind.js';
import { PaymentAttempt } from '../payment-attempt.entity.js';

/** Attempts that staff have to look at. */
@Injectable()
export class AttemptsForStaffQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Attempts with an unresolved conflict, oldest first. @param behind the last attempt of the previous page. */
  inConflict(take: number, behind: SeekCursor | null = null): Promise<PaymentAttempt[]> {
    return this.dataSource.manager.find(PaymentAttempt, {
      where: { conflict: Not(IsNull()), ...(behind && { conflictAt: rowsBehind(behind, '>', 'reference') }) },
      order: { conflictAt: 'ASC', reference: 'ASC' },
      take,
    });
  }

  /** Attempts with suspense money: to be reversed, reversed, or left to staff. Newest first. @param behind the last attempt of the previous page. */
  unmatched(take: number, behind: SeekCursor | null = null): Promise<PaymentAttempt[]> {
    const where = {
      state: In(['return_due', 'returned', 'suspense']),
      ...(behind && { updatedAt: rowsBehind(behind, '<', 'reference') }),
    };
    return this.dataSource.manager.find(PaymentAttempt, { where, order: { updatedAt: 'DESC', reference: 'DESC' }, take });
  }
}
