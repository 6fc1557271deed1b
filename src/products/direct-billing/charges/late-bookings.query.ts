import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface LateBooking {
  chargeReference: string;
  transactionId: string;
  serviceId: string;
  operator: string;
  grossMinor: number;
  /** Whether the operator is simulated. */
  test: boolean;
  state: 'reversal_due' | 'reversed';
  at: Date;
}

/** Bookings that came after their transaction had ended: money in suspense, on its way back or back. */
@Injectable()
export class LateBookingsQuery {
  constructor(private readonly dataSource: DataSource) {}

  async run(limit = 100): Promise<LateBooking[]> {
    const rows = await this.dataSource.query<(Omit<LateBooking, 'grossMinor'> & { grossMinor: string })[]>(
      `SELECT c.reference AS "chargeReference", c.transaction_id AS "transactionId", t.service_id AS "serviceId", c.operator,
              c.gross_minor AS "grossMinor", c.test, c.state, c.updated_at AS at
       FROM direct_billing_charge c JOIN direct_billing_transaction t ON t.id = c.transaction_id
       WHERE c.state IN ('reversal_due', 'reversed') ORDER BY c.updated_at DESC LIMIT $1`,
      [limit],
    );
    return rows.map((row) => ({ ...row, grossMinor: Number(row.grossMinor) }));
  }
}
