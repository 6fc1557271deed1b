import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import type { SeekCursor } from '../../../common/pagination/seek-place.js';
import { rowsBehind } from '../../../runtime/database/rows/rows-behind.js';
import { PaymentRefund } from './payment-refund.entity.js';

/** Refunds without a definite outcome, and refunds with an unresolved conflict. */
@Injectable()
export class OpenRefundsQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Oldest first. @param behind the last refund of the previous page. */
  run(limit: number, behind: SeekCursor | null = null): Promise<PaymentRefund[]> {
    const createdAt = behind && { createdAt: rowsBehind(behind, '>') };
    return this.dataSource.manager.find(PaymentRefund, {
      where: [
        { status: In(['refund_new', 'refund_pending']), ...createdAt },
        { conflict: Not(IsNull()), ...createdAt },
      ],
      order: { createdAt: 'ASC', id: 'ASC' },
      take: limit,
    });
  }
}
