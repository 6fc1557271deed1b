import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface UnknownChargeReport {
  receivedAt: Date;
  operator: string;
  chargeReference: string;
  /** `reversed` when its money was given back by hand. */
  outcome: string;
}

/** What operators reported of charges that are not here. They do not say how much was charged. */
@Injectable()
export class UnknownChargesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Oldest first. */
  run(since: Date): Promise<UnknownChargeReport[]> {
    return this.dataSource.query<UnknownChargeReport[]>(
      `SELECT received_at AS "receivedAt", operator, charge_reference AS "chargeReference", outcome FROM direct_billing_report
       WHERE received_at >= $1 AND effect = 'unknown_charge' ORDER BY received_at, operator, report_id`,
      [since],
    );
  }
}
