import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import type { SeekCursor } from '../../../common/pagination/seek-cursor.js';
import { rowsAfterCursor } from '../../../runtime/database/rows/rows-after-cursor.js';
import { PaymentRefund } from './payment-refund.entity.js';

/** Lists refunds without a definite outcome, and refunds with an unresolved conflict. */
@Injectable()
export class OpenRefundsQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Oldest first. @param cursor the last refund of the previous page. */
  run(pageSize: number, cursor: SeekCursor | null = null): Promise<PaymentRefund[]> {
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
}
