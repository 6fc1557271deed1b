import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SeekCursor } from '../../../common/pagination/seek-cursor.js';

export interface LateBooking {
  chargeReference: string;
  transactionId: string;
  serviceId: string;
  operator: string;
  grossMinor: number;
  /** Whether the operator is simulated. */
  test: boolean;
  state: 'reversal_due' | 'reversed';
  /** When the charge was booked or reversed. */
  at: Date;
}

/** Lists charges that were booked too late for their transaction: money in suspense, and money that was reversed. */
@Injectable()
export class LateBookingsQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. @param cursor the last charge of the previous page. */
  async run(pageSize = 100, cursor: SeekCursor | null = null): Promise<LateBooking[]> {
    const rows = await this.dataSource.query<(Omit<LateBooking, 'grossMinor'> & { grossMinor: string })[]>(
      `SELECT c.reference AS "chargeReference", c.transaction_id AS "transactionId", t.service_id AS "serviceId", c.operator,
              c.gross_minor AS "grossMinor", c.test, c.state, c.updated_at AS at
       FROM direct_billing_charge c JOIN direct_billing_transaction t ON t.id = c.transaction_id
       WHERE c.state IN ('reversal_due', 'reversed') AND ($2::timestamptz IS NULL OR (c.updated_at, c.reference) < ($2, $3))
       ORDER BY c.updated_at DESC, c.reference DESC LIMIT $1`,
      [pageSize, cursor?.at ?? null, cursor?.id ?? null],
    );
    return rows.map((row) => ({ ...row, grossMinor: Number(row.grossMinor) }));
  }
}
