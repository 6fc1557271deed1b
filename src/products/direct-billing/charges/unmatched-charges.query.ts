import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface UnmatchedChargeCallback {
  receivedAt: Date;
  operator: string;
  /** null when the report names none. */
  chargeReference: string | null;
  /** `reversed` when staff reversed it with a command, `unusable: …` for a report that could not be applied. */
  outcome: string;
}

/** Operators' reports about charges that the database does not have, and unusable reports. They have no amounts. */
@Injectable()
export class UnmatchedChargesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Oldest first. */
  run(since: Date): Promise<UnmatchedChargeCallback[]> {
    return this.dataSource.query<UnmatchedChargeCallback[]>(
      `SELECT received_at AS "receivedAt", operator, charge_reference AS "chargeReference", coalesce('unusable: ' || problem, outcome) AS outcome
       FROM direct_billing_report WHERE received_at >= $1 AND effect IN ('unknown_charge', 'for_staff') ORDER BY received_at, operator, report_id`,
      [since],
    );
  }
}
