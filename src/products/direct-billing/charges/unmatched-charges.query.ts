import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface UnmatchedChargeCallback {
  receivedAt: Date;
  operator: string;
  /** null when the callback has no valid reference. */
  chargeReference: string | null;
  /** The operator's outcome. `reversed` after staff reversed the charge. `unusable: …` for a callback that could not be applied. */
  outcome: string;
}

/** Lists callbacks about unmatched charges, callbacks that need staff, and unusable callbacks. Callbacks of operators contain no amounts. */
@Injectable()
export class UnmatchedChargesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Oldest first. */
  run(since: Date): Promise<UnmatchedChargeCallback[]> {
    return this.dataSource.query<UnmatchedChargeCallback[]>(
      `SELECT received_at AS "receivedAt", operator, charge_reference AS "chargeReference", coalesce('unusable: ' || problem, outcome) AS outcome
       FROM direct_billing_callback WHERE received_at >= $1 AND effect IN ('unknown_charge', 'for_staff') ORDER BY received_at, operator, callback_id`,
      [since],
    );
  }
}
