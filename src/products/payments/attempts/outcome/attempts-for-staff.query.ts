import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import type { SeekCursor } from '../../../../common/pagination/seek-cursor.js';
import { rowsAfterCursor } from '../../../../runtime/database/rows/rows-after-cursor.js';
import { PaymentAttempt } from '../payment-attempt.entity.js';

/** Lists attempts for staff: those with a conflict, and those with suspense money. */
@Injectable()
export class AttemptsForStaffQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Attempts with an unresolved conflict, oldest first. @param cursor the last attempt of the previous page. */
  withConflict(pageSize: number, cursor: SeekCursor | null = null): Promise<PaymentAttempt[]> {
    return this.dataSource.manager.find(PaymentAttempt, {
      where: { conflict: Not(IsNull()), ...(cursor && { conflictAt: rowsAfterCursor(cursor, '>', 'reference') }) },
      order: { conflictAt: 'ASC', reference: 'ASC' },
      take: pageSize,
    });
  }

  /**
   * Attempts with suspense money: to be reversed, reversed, or left to staff. Newest first.
   * @param cursor the last attempt of the previous page.
   */
  withSuspenseMoney(pageSize: number, cursor: SeekCursor | null = null): Promise<PaymentAttempt[]> {
    const where = {
      state: In(['return_due', 'returned', 'suspense']),
      ...(cursor && { updatedAt: rowsAfterCursor(cursor, '<', 'reference') }),
    };
    return this.dataSource.manager.find(PaymentAttempt, { where, order: { updatedAt: 'DESC', reference: 'DESC' }, take: pageSize });
  }
}
