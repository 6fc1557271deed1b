import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IS_BOOKED_SINCE } from '../chargebacks/is-booked-since.js';

export interface UnknownPaymentReport {
  receivedAt: Date;
  /** Account at an acquirer. */
  connector: string;
  kind: string;
  /** `unusable: …` for what says something that cannot be. */
  outcome: string;
  /** The acquirer's name of it; ours where it gave none. */
  reference: string | null;
  /** Ours, where the acquirer gave it back. */
  own: string | null;
  /** When the acquirer says it. */
  amountMinor: number | null;
  currency: string | null;
}

/** What acquirers reported of payments, refunds and consents that are not here, and what nobody could use. */
@Injectable()
export class UnknownPaymentReportsQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Oldest first. */
  async run(since: Date): Promise<UnknownPaymentReport[]> {
    const rows = await this.dataSource.query<(Omit<UnknownPaymentReport, 'amountMinor'> & { amountMinor: string | null })[]>(
      `SELECT received_at AS "receivedAt", connector, kind, coalesce('unusable: ' || problem, outcome) AS outcome,
              coalesce(provider_ref, attempt_reference::text) AS reference, attempt_reference AS own, amount_minor AS "amountMinor", currency
       FROM payment_report r
       WHERE received_at >= $1 AND effect IN ('unknown_attempt', 'for_staff')
         AND (effect = 'unknown_attempt' OR problem IS NOT NULL OR num_nonnulls(attempt_reference, refund_id, alias_id, subscription_id) = 0)
         AND NOT ${IS_BOOKED_SINCE}
       ORDER BY received_at, connector, event_id`,
      [since],
    );
    return rows.map((row) => ({ ...row, amountMinor: row.amountMinor === null ? null : Number(row.amountMinor) }));
  }
}
