import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface UnknownChargeReport {
  receivedAt: Date;
  operator: string;
  /** null when the report names none. */
  chargeReference: string | null;
  /** `reversed` when its money was given back by hand, `unusable: …` for what says something that cannot be. */
  outcome: string;
}

/** Operators' reports of charges that are not here, and reports that could not be used. They have no amounts. */
@Injectable()
export class UnknownChargesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Oldest first. */
  run(since: Date): Promise<UnknownChargeReport[]> {
    return this.dataSource.query<UnknownChargeReport[]>(
      `SELECT received_at AS "receivedAt", operator, charge_reference AS "chargeReference", coalesce('unusable: ' || problem, outcome) AS outcome
       FROM direct_billing_report WHERE received_at >= $1 AND effect IN ('unknown_charge', 'for_staff') ORDER BY received_at, operator, report_id`,
      [since],
    );
  }
}
