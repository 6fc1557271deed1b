import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import type { SeekCursor } from '../../../common/pagination/seek-cursor.js';
import { rowsAfterCursor } from '../../../runtime/database/rows/rows-after-cursor.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { PaymentRefund } from '../refunds/payment-refund.entity.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';

/** Lists what staff have to decide or to watch. Each list is read page by page: `cursor` is the last row of the previous page. */
@Injectable()
export class PaymentExceptionQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** Payments whose money is held for review, oldest first. */
  heldPayments(pageSize: number, cursor: SeekCursor | null = null): Promise<PaymentTransaction[]> {
    return this.dataSource.manager.find(PaymentTransaction, {
      where: { status: 'transaction_fraud_possibility', ...(cursor && { heldAt: rowsAfterCursor(cursor, '>') }) },
      order: { heldAt: 'ASC', id: 'ASC' },
      take: pageSize,
    });
  }

  /** Refunds without a definite outcome, and refunds with an unresolved conflict, oldest first. */
  openRefunds(pageSize: number, cursor: SeekCursor | null = null): Promise<PaymentRefund[]> {
    const afterCursor = cursor && { createdAt: rowsAfterCursor(cursor, '>') };
    return this.dataSource.manager.find(PaymentRefund, {
      where: [
        { status: In(['refund_new', 'refund_pending']), ...afterCursor },
        { conflict: Not(IsNull()), ...afterCursor },
      ],
      order: { createdAt: 'ASC', id: 'ASC' },
      take: pageSize,
    });
  }

  /** Attempts with an unresolved conflict, oldest first. */
  attemptsWithConflict(pageSize: number, cursor: SeekCursor | null = null): Promise<PaymentAttempt[]> {
    return this.dataSource.manager.find(PaymentAttempt, {
      where: { conflict: Not(IsNull()), ...(cursor && { conflictAt: rowsAfterCursor(cursor, '>', 'reference') }) },
      order: { conflictAt: 'ASC', reference: 'ASC' },
      take: pageSize,
    });
  }

  /** Attempts with suspense money: to be reversed, reversed, or left to staff. Newest first. */
  attemptsWithSuspenseMoney(pageSize: number, cursor: SeekCursor | null = null): Promise<PaymentAttempt[]> {
    return this.dataSource.manager.find(PaymentAttempt, {
      where: {
        state: In(['return_due', 'returned', 'suspense']),
        ...(cursor && { updatedAt: rowsAfterCursor(cursor, '<', 'reference') }),
      },
      order: { updatedAt: 'DESC', reference: 'DESC' },
      take: pageSize,
    });
  }
}
