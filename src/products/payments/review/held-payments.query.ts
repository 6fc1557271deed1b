import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SeekCursor } from '../../../common/pagination/seek-cursor.js';
import { rowsAfterCursor } from '../../../runtime/database/rows/rows-after-cursor.js';
import { PaymentTransaction } from '../transactions/payment-transaction.entity.js';

/** Lists payments whose money is held for review. */
@Injectable()
export class HeldPaymentsQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Oldest first. @param cursor the last payment of the previous page. */
  run(pageSize: number, cursor: SeekCursor | null = null): Promise<PaymentTransaction[]> {
    return this.dataSource.manager.find(PaymentTransaction, {
      where: { status: 'transaction_fraud_possibility', ...(cursor && { heldAt: rowsAfterCursor(cursor, '>') }) },
      order: { heldAt: 'ASC', id: 'ASC' },
      take: pageSize,
    });
  }
}
