import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import type { SeekCursor } from '../../../common/pagination/seek-cursor.js';
import { rowsAfterCursor } from '../../../runtime/database/rows/rows-after-cursor.js';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';

/** Lists charges with a conflict: the operator booked the charge and later reported it as not booked. */
@Injectable()
export class ConflictingChargesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Oldest first. @param cursor the last charge of the previous page. */
  run(pageSize: number, cursor: SeekCursor | null = null): Promise<DirectBillingCharge[]> {
    return this.dataSource.manager.find(DirectBillingCharge, {
      where: { conflict: Not(IsNull()), ...(cursor && { conflictAt: rowsAfterCursor(cursor, '>', 'reference') }) },
      order: { conflictAt: 'ASC', reference: 'ASC' },
      take: pageSize,
    });
  }
}
